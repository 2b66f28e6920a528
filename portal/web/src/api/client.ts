import {
  ACTIVITY_HEADER,
  endpoints,
  pathOf,
  type Endpoint,
  type OperationId,
} from '@gpulease/contract/endpoints';
import type { Answer, BodyInput, Params, QueryInput } from '@gpulease/contract/routes';
import { isActive } from './activity.ts';
import { Failure, failureOf } from './failure.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';

type Part<Name extends string, Value> = undefined extends Value
  ? Partial<Record<Name, Value>>
  : Record<Name, Value>;

/** What an operation of the contract is called with. */
export type CallInput<Id extends OperationId> = Part<'params', Params<Id>> &
  Part<'body', BodyInput<Id>> & {
    readonly query?: Partial<QueryInput<Id>>;
    /** The etag of the object to change, where the operation needs one. */
    readonly ifMatch?: string;
  };

/** Operations that can be called with nothing. */
export type Input<Id extends OperationId> =
  Partial<CallInput<Id>> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

const keys = new IdempotencyKeys();

/**
 * Calls an operation of the contract. Throws Failure: the server's code, NETWORK_ERROR without an answer,
 * REQUEST_FAILED for an answer that cannot be read. A repeated call whose first answer never came is the same call
 * to the server, where the operation takes an Idempotency-Key.
 */
export async function call<Id extends OperationId>(
  operation: Id,
  ...[input]: Input<Id>
): Promise<Answer<Id>> {
  const response = await send(operation, (input ?? {}) as AnyInput, 'application/json');
  if (response.status === 204) return undefined as Answer<Id>;
  try {
    return (await response.json()) as Answer<Id>;
  } catch {
    throw new Failure('REQUEST_FAILED', response.status);
  }
}

/** The whole filtered list as CSV. Throws Failure. */
export async function callForCsv(operation: OperationId, input: AnyInput): Promise<Blob> {
  const response = await send(operation, input, 'text/csv');
  return response.blob();
}

async function send(operation: OperationId, input: AnyInput, accept: string): Promise<Response> {
  const endpoint: Endpoint = endpoints[operation];
  const url = pathOf(operation, input.params) + queryString(input.query);
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const key = endpoint.idempotent ? keys.of(url, body) : undefined;
  const response = await reach(url, {
    method: endpoint.method,
    headers: {
      accept,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(input.ifMatch === undefined ? {} : { 'if-match': `"${input.ifMatch}"` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(isActive() ? { [ACTIVITY_HEADER]: '1' } : {}),
    },
    body,
    credentials: 'same-origin',
  });
  if (response.status < 500) keys.settle(url, body);
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new Failure('NETWORK_ERROR', 0);
  }
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
