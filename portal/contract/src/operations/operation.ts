/** Definition of an API operation: its address, who may call it, its schemas and its limits. */
import type * as z from 'zod';
import { listOf, noContent } from '../common.ts';
import type { Method } from '../endpoints.ts';
import type { AuditAction, Console } from '../enums.ts';

/**
 * How an operation checks the caller's access: `none` involves no one's object, `self` acts on the caller's own account,
 * `owner` looks the object up among the caller's own (404 otherwise), `any` may access every user's objects.
 */
type Ownership = 'none' | 'self' | 'owner' | 'any';

interface Definition {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** Status of success: 200 by default, 201 for a creation, 202 if the work continues, 204 for an empty response. */
  readonly status?: 201 | 202 | 204;
  /**
   * `list` returns pages, and CSV of the whole filtered set; `stream` returns Server-Sent Events; `socket` is a
   * WebSocket, only for pages of this origin.
   */
  readonly kind?: 'list' | 'stream' | 'socket' | 'redirect';
  /** Needs an `Idempotency-Key` header. */
  readonly idempotent?: 'required';
  /** Needs an `If-Match` header with the object's etag. */
  readonly ifMatch?: 'required';
  /**
   * Accepts API tokens. Other operations refuse them, because a leaked token must not sign in, create or delete tokens,
   * change the owner of the account, reach the admin console or request money. Consoles are for browsers; scripts have SSH.
   */
  readonly token?: true;
  /** Available to an operator who has yet to turn on a required second factor. */
  readonly duringSetUp?: true;
  /** Server-side limit that each call counts against, per account. */
  readonly limit?: string;
  /**
   * Audit action of a success, required wherever something changes: `byHandler` if the handler writes its own entries,
   * `never` if the change is not worth auditing.
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

/** An operation that keeps the exact type of its definition. */
type Defined<C extends Console, D> = D & Omit<Operation, keyof Definition> & { readonly console: C };

type Only<D> = D & Readonly<Record<Exclude<keyof D, keyof Definition>, never>>;

/** Returns a function that defines operations of a console: `('GET /me', { response: me })`. */
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
/** The session of the request, if any. */
export const forSession = operationFor('public', 'self');
/** A customer's own account. */
export const forSelf = operationFor('user', 'self');
/** What a customer owns. */
export const forOwner = operationFor('user', 'owner');
export const forOperator = operationFor('admin', 'any');
/** An operator's own account. */
export const forOperatorSelf = operationFor('admin', 'self');

/** Returns the definition of a list with its query. */
export function pagesOf<Item extends z.ZodType, Query extends z.ZodObject>(item: Item, query: Query) {
  return { kind: 'list', query, response: listOf(item) } as const;
}

/** An empty response. */
export const nothing = { response: noContent, status: 204 } as const;
