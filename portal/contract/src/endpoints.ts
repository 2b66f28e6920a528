/**
 * Where every operation of the API is. Free of zod, so that the web client can call without loading the schemas; what
 * it must know of each operation is generated from `routes.ts`.
 */
import { endpointTable } from './endpoint-table.ts';
import type { Console } from './enums.ts';

export const API_PREFIX = '/api/v1';

/** Rows of a list are counted no further: a `total` above it says that there are more than so many. */
export const MOST_COUNTED = 10_000;

/** Letters that an operator's reason may have. */
export const LONGEST_REASON = 200;

/** Sent with `1` when a person is active; other reads do not keep a session from ending for lack of activity. */
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

/** The path of an operation with its parameters filled in and escaped, prefix included. */
export function pathOf(operation: OperationId, params: Readonly<Record<string, string>> = {}): string {
  return (
    API_PREFIX +
    endpoints[operation].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}
