/**
 * Method and path of every API operation, generated from `routes.ts`. Free of zod, so that the web client can make
 * requests without loading the schemas.
 */
import { endpointTable } from './endpoint-table.ts';
import type { Console } from './enums.ts';

export const API_PREFIX = '/api/v1';

/** Limit for counting the rows of a list; a `total` above it means that there are more. */
export const MOST_COUNTED = 10_000;

/** Maximum length of an operator's reason in characters. */
export const LONGEST_REASON = 200;

/** Sent with `1` while the user is active; reads without it do not postpone the session's idle timeout. */
export const ACTIVITY_HEADER = 'X-GPULease-Activity';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** Below `/api/v1`, with `:name` parameters. */
  readonly path: string;
  readonly console: Console;
  /** Needs an `Idempotency-Key` header. */
  readonly idempotent?: 'required';
}

export type OperationId = keyof typeof endpointTable;

export const endpoints: Readonly<Record<OperationId, Endpoint>> = endpointTable;
export const operationIds = Object.keys(endpoints) as OperationId[];

/** Returns an operation's path, prefix included, with its parameters filled in and escaped. */
export function pathOf(operation: OperationId, params: Readonly<Record<string, string>> = {}): string {
  return (
    API_PREFIX +
    endpoints[operation].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}
