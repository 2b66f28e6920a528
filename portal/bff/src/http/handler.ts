/** The interface between the server and the portal's areas: one handler per operation of the contract. */
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
  /** Identifies the session or API token; not secret. */
  readonly sessionId: string;
  /** null for an API token that does not expire. */
  readonly expiresAt: Date | null;
  /** The API token of a script; undefined for a signed-in person. */
  readonly apiToken?: { readonly name: string; readonly scope: ApiTokenScope };
  /** Whether only a password change is allowed. */
  readonly mustChangePassword: boolean;
  /** Whether only setting up the second factor is allowed. */
  readonly mustSetUpSecondFactor: boolean;
  /** The language set in the profile, if any. */
  readonly language: Language | null;
}

export interface Cookies {
  /** The language chosen in this browser; null if none, then pages are Chinese. */
  readonly language: Language | null;
  get(name: CookieName): string | undefined;
  /** Sets a cookie until `expires`, or until the browser closes. */
  set(name: CookieName, value: string, expires?: Date): void;
  clear(name: CookieName): void;
}
/** The session tokens of both consoles, and the browser's device ID that codes are bound to. */
export type CookieName = 'user' | 'admin' | 'device';

/** The context of every request. */
export interface RequestContext {
  readonly requestId: string;
  readonly language: Language;
  /** The portal's origin for the browser, such as `https://gpu.example.com`. */
  readonly origin: string;
  /** The caller's network address. */
  readonly address: string;
  /** The User-Agent header; at most 300 characters. */
  readonly userAgent: string;
  readonly log: Logger;
  readonly cookies: Cookies;
}

/** The context of a signed-in caller. */
export interface CallerContext extends RequestContext {
  readonly caller: Caller;
}
/** The context of any request: `caller` is signed in to the path's console, if any. */
export interface VisitorContext extends RequestContext {
  readonly caller: Caller | undefined;
}
/** The context of a request before routing. */
export interface RequestState extends VisitorContext {
  /** Whether an admin path was called with only a user session. */
  readonly wrongConsole: boolean;
}

type ConsoleOf<Id extends OperationId> = Routes[Id]['console'];
type IfIdempotent<Id extends OperationId, Yes, No> = Routes[Id] extends { idempotent: 'required' } ? Yes : No;
type IfMatched<Id extends OperationId, Yes, No> = Routes[Id] extends { ifMatch: 'required' } ? Yes : No;

export interface Context<Id extends OperationId> extends RequestContext {
  /** Always set in the two consoles; on public routes only if signed in. */
  readonly caller: ConsoleOf<Id> extends 'public' ? Caller | undefined : Caller;
  /**
   * For operations with an Idempotency-Key: the transaction that stores the answer. All effects use it, so that they are
   * atomic with the answer; effects outside the database go through the outbox.
   */
  readonly transaction: IfIdempotent<Id, Transaction, undefined>;
  /** Set if the route is a WebSocket. */
  readonly upgrade: Routes[Id] extends { kind: 'socket' } ? Upgrade : undefined;
  /**
   * For operations with an Idempotency-Key: schedules work after the commit, such as calls to other services, which must not
   * block a transaction. Its answer replaces the stored one; if it fails, the stored one is sent.
   */
  readonly afterCommit: IfIdempotent<Id, (work: () => Promise<Answer<Id>>) => void, undefined>;
  /** Records for the audit log the object before the change, in the shape of the answer. */
  readonly noteBefore: (object: object) => void;
  /** The etag of `If-Match`, if the route requires one. */
  readonly ifMatch: IfMatched<Id, string, undefined>;
}

export interface Input<Id extends OperationId> {
  readonly params: Params<Id>;
  readonly query: Query<Id>;
  readonly body: Body<Id>;
}

/** Handles a request; throws `ProductError` for errors that the caller should see. */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: Context<Id>,
) => Answer<Id> extends undefined ? Promise<void> : Promise<Answer<Id>>;

/** An open Server-Sent Events stream. */
export interface EventStream {
  send(event: LiveEvent): void;
  /** Aborted when the client disconnects, the session ends or the server stops. */
  readonly closed: AbortSignal;
}
/** Subscribes the stream to the events that its caller may see, until `stream.closed` aborts. */
export type StreamHandler<Id extends OperationId> = (stream: EventStream, context: Context<Id>) => void;

export type HandlerOf<Id extends OperationId> = Routes[Id] extends { kind: 'stream' }
  ? StreamHandler<Id>
  : Handler<Id>;

/** A handler for each operation of an area: `Handlers<typeof billingOperations>`. */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations & OperationId]: HandlerOf<Id>;
};

/** The handlers of all areas, combined by `main.ts`. */
export type AllHandlers = Handlers<Routes>;
