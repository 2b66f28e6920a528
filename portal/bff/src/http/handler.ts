/** What an area of the portal plugs into the server: one handler per operation of the contract. */
import type { ApiTokenScope, Language, Role, SessionConsole } from '@gpulease/contract/enums';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { LiveEvent } from '@gpulease/contract/live';
import type { Answer, Body, Params, Query, Routes } from '@gpulease/contract/routes';
import type { Transaction } from '../database/schema.ts';
import type { Logger } from './logger.ts';
import type { Upgrade } from './upgrades.ts';

/** The signed-in account behind a request. */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly console: SessionConsole;
  /** Identifies the session or API token without being its secret. */
  readonly sessionId: string;
  /** null for an API token that does not expire. */
  readonly expiresAt: Date | null;
  /** With which API token a script calls; undefined where a person is signed in. */
  readonly apiToken?: { readonly name: string; readonly scope: ApiTokenScope };
  /** Whether nothing but a change of the password is allowed. */
  readonly mustChangePassword: boolean;
  /** Whether nothing but turning on the second factor is allowed. */
  readonly mustSetUpSecondFactor: boolean;
  /** The language chosen on the profile, if any. */
  readonly language: Language | null;
}

export interface Cookies {
  /** The language chosen in this browser; null where none was, and the pages are Chinese. */
  readonly language: Language | null;
  get(name: CookieName): string | undefined;
  /** Until `expires`; without it until the browser closes. */
  set(name: CookieName, value: string, expires?: Date): void;
  clear(name: CookieName): void;
}
/** The two consoles' session tokens, and the browser's own mark that SMS codes are bound to. */
export type CookieName = 'user' | 'admin' | 'device';

/** What every handler knows about its request. */
export interface RequestContext {
  readonly requestId: string;
  readonly language: Language;
  /** Where the browser has the portal, such as `https://gpu.example.com`. */
  readonly origin: string;
  /** The caller's network address. */
  readonly address: string;
  /** What the browser says it is; at most 300 characters. */
  readonly userAgent: string;
  readonly log: Logger;
  readonly cookies: Cookies;
}

/** The same of somebody who is signed in. */
export interface CallerContext extends RequestContext {
  readonly caller: Caller;
}
/** The same of anybody: `caller` is who is signed in to the console of the path. */
export interface VisitorContext extends RequestContext {
  readonly caller: Caller | undefined;
}
/** The context of a request before routing. */
export interface RequestState extends VisitorContext {
  /** Whether an admin path was called with a session of the user console only. */
  readonly wrongConsole: boolean;
}

type ConsoleOf<Id extends OperationId> = Routes[Id]['console'];
type IfIdempotent<Id extends OperationId, Yes, No> = Routes[Id] extends { idempotent: 'required' } ? Yes : No;
type IfMatched<Id extends OperationId, Yes, No> = Routes[Id] extends { ifMatch: 'required' } ? Yes : No;

export interface Context<Id extends OperationId> extends RequestContext {
  /** Always there in the two consoles; on public routes only when somebody is signed in. */
  readonly caller: ConsoleOf<Id> extends 'public' ? Caller | undefined : Caller;
  /**
   * For operations with an Idempotency-Key: the transaction that stores the answer. All effects use it, so that either
   * both happen or neither; effects outside of the database go through the outbox.
   */
  readonly transaction: IfIdempotent<Id, Transaction, undefined>;
  /** Where the route is a WebSocket. */
  readonly upgrade: Routes[Id] extends { kind: 'socket' } ? Upgrade : undefined;
  /**
   * For operations with an Idempotency-Key: work after the effects are committed, such as calls to others for which no
   * transaction may wait. Its answer replaces the stored one; if it fails, the stored one is sent.
   */
  readonly afterCommit: IfIdempotent<Id, (work: () => Promise<Answer<Id>>) => void, undefined>;
  /** Keeps for the audit what the object was that is changed, in the shape that is answered. */
  readonly noteBefore: (object: object) => void;
  /** The etag of `If-Match`, where the route requires one. */
  readonly ifMatch: IfMatched<Id, string, undefined>;
}

export interface Input<Id extends OperationId> {
  readonly params: Params<Id>;
  readonly query: Query<Id>;
  readonly body: Body<Id>;
}

/** Answers one request; throws `ProductError` for what the caller must know. */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: Context<Id>,
) => Answer<Id> extends undefined ? Promise<void> : Promise<Answer<Id>>;

/** An open Server-Sent Events stream. */
export interface EventStream {
  send(event: LiveEvent): void;
  /** Aborted when the client is gone, the session has ended or the server stops. */
  readonly closed: AbortSignal;
}
/** Subscribes the stream to what its caller may see; unsubscribes when `stream.closed` aborts. */
export type StreamHandler<Id extends OperationId> = (stream: EventStream, context: Context<Id>) => void;

export type HandlerOf<Id extends OperationId> = Routes[Id] extends { kind: 'stream' }
  ? StreamHandler<Id>
  : Handler<Id>;

/** A handler for each operation of a subject: `Handlers<typeof billingOperations>`. */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations & OperationId]: HandlerOf<Id>;
};

/** All of them: what `main.ts` must put together from the areas. */
export type AllHandlers = Handlers<Routes>;
