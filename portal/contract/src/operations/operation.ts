/** What an operation of the API is: written once, with where it is, who may call it, its shapes and what it costs. */
import type * as z from 'zod';
import { listOf, noContent } from '../common.ts';
import type { Method } from '../endpoints.ts';
import type { AuditAction, Console } from '../enums.ts';

/**
 * How an operation makes sure that the caller may touch the object: `none` has no object of anybody, `self` acts on the
 * caller's own account, `owner` looks the object up among the caller's own (404 otherwise), `any` may touch everybody's.
 */
type Ownership = 'none' | 'self' | 'owner' | 'any';

interface Definition {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** Status of success: 200, 201 for a creation, 202 where the work goes on, 204 for an empty answer. */
  readonly status?: 201 | 202 | 204;
  /**
   * `list` answers pages, and CSV of the whole filtered set; `stream` answers Server-Sent Events; `socket` is a
   * WebSocket, for pages of this origin only.
   */
  readonly kind?: 'list' | 'stream' | 'socket' | 'redirect';
  /** Needs an `Idempotency-Key` header. */
  readonly idempotent?: 'required';
  /** Needs an `If-Match` header with the object's etag. */
  readonly ifMatch?: 'required';
  /**
   * Takes an API token. Without it a token is refused: one that got lost must not sign in, make or delete tokens, change
   * who the account belongs to, reach the admin console, or ask for money. Consoles are pages of a browser; scripts have
   * SSH.
   */
  readonly token?: true;
  /** Open to an operator who must turn on the second factor first. */
  readonly duringSetUp?: true;
  /** The server's limit that each call counts against, per account. */
  readonly limit?: string;
  /**
   * As what a success is audited, said wherever something is changed: `byHandler` where the handler writes its own entries,
   * `never` where nothing changes that counts.
   */
  readonly audit?: AuditAction | 'byHandler' | 'never';
  /** Exists only in the sandbox. */
  readonly sandbox?: true;
}

export interface Operation extends Definition {
  readonly method: Method;
  /** Below `/api/v1`, with `:name` parameters. */
  readonly path: string;
  readonly console: Console;
  readonly ownership: Ownership;
}

/** An operation as it was defined. */
type Defined<C extends Console, D> = D & Omit<Operation, keyof Definition> & { readonly console: C };

type Only<D> = D & Readonly<Record<Exclude<keyof D, keyof Definition>, never>>;

/** `('GET /me', { response: me })`, for those who may call it. */
function operationFor<C extends Console>(console: C, ownership: Ownership) {
  return <const D extends Definition>(
    address: `${Method} /${string}`,
    definition: Only<D>,
  ): Defined<C, D> => {
    const [method, path] = address.split(' ') as [Method, string];
    return { method, path, console, ownership, ...(definition as D) };
  };
}

export const forAnybody = operationFor('public', 'none');
/** For the session that a request comes with, if any. */
export const forSession = operationFor('public', 'self');
/** A customer's own account. */
export const forSelf = operationFor('user', 'self');
/** What a customer owns. */
export const forOwner = operationFor('user', 'owner');
export const forOperator = operationFor('admin', 'any');
/** An operator's own account. */
export const forOperatorSelf = operationFor('admin', 'self');

/** A list, and what it may be asked for. */
export function pagesOf<Item extends z.ZodType, Query extends z.ZodObject>(item: Item, query: Query) {
  return { kind: 'list', query, response: listOf(item) } as const;
}

/** The answer where there is nothing to say. */
export const nothing = { response: noContent, status: 204 } as const;
