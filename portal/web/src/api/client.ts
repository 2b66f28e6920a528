import {
  ACTIVITY_HEADER,
  endpoints,
  pathOf,
  type Endpoint,
  type OperationId,
} from '@gpulease/contract/endpoints';
import type { Language } from '@gpulease/contract/enums';
import type { Answer, BodyInput, Params, QueryInput } from '@gpulease/contract/routes';
import { isActive } from './activity.ts';
import { Failure, failureOf } from './failure.ts';
import { randomKey } from './idempotency-keys.ts';
import { learnTime } from '../browser/clock.ts';

type Part<Name extends string, Value> = undefined extends Value
  ? Partial<Record<Name, Value>>
  : Record<Name, Value>;

export type CallInput<Id extends OperationId> = Part<'params', Params<Id>> &
  Part<'body', BodyInput<Id>> & {
    readonly query?: Partial<QueryInput<Id>>;
    /** The etag of the object to change, if the operation needs one. */
    readonly ifMatch?: string;
  };

interface CallOptions {
  /** The Idempotency-Key, for operations that take one; by default each call gets a new one. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

type Arguments<Id extends OperationId> =
  Partial<CallInput<Id>> extends CallInput<Id>
    ? [input?: CallInput<Id>, options?: CallOptions]
    : [input: CallInput<Id>, options?: CallOptions];

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

/** Longer than the server's own limit of 30 seconds. */
const PATIENCE_MS = 40_000;

/** Throws Failure: the server's code, NETWORK_ERROR, SERVER_ERROR after a timeout, or REQUEST_FAILED for an unreadable response. */
export async function call<Id extends OperationId>(
  operation: Id,
  ...[input, options = {}]: Arguments<Id>
): Promise<Answer<Id>> {
  const response = await send(operation, (input ?? {}) as AnyInput, options);
  if (response.status === 204) return undefined as Answer<Id>;
  try {
    return (await response.json()) as Answer<Id>;
  } catch {
    throw new Failure('REQUEST_FAILED', response.status);
  }
}

export function csvPath(
  operation: OperationId,
  { params, query }: Pick<AnyInput, 'params' | 'query'>,
  { language, columns }: { readonly language: Language; readonly columns: readonly string[] },
): string {
  const file = { format: 'csv', language, columns: columns.join(',') };
  return pathOf(operation, params) + queryString({ ...query, ...file });
}

async function send(
  operation: OperationId,
  input: AnyInput,
  { key = randomKey(), signal }: CallOptions,
): Promise<Response> {
  const endpoint: Endpoint = endpoints[operation];
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const late = AbortSignal.timeout(PATIENCE_MS);
  const response = await reach(pathOf(operation, input.params) + queryString(input.query), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(input.ifMatch === undefined ? {} : { 'if-match': `"${input.ifMatch}"` }),
      ...(endpoint.idempotent ? { 'idempotency-key': key } : {}),
      ...(isActive() ? { [ACTIVITY_HEADER]: '1' } : {}),
    },
    body,
    credentials: 'same-origin',
    signal: signal ? eitherOf(signal, late) : late,
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** Combines two signals. Browsers without `AbortSignal.any` get only the first, so nothing times out. */
function eitherOf(signal: AbortSignal, late: AbortSignal): AbortSignal {
  return (AbortSignal as Partial<typeof AbortSignal>).any?.([signal, late]) ?? signal;
}

declare global {
  interface Window {
    /** The requests that boot.js sent while the scripts were loading, by address. */
    earlyAnswers?: Partial<Record<string, Promise<Response>>>;
  }
}

/** Returns the response to a request that boot.js sent. Each is used once, since later readers want fresh data. */
function takePrefetched(url: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[url];
  delete window.earlyAnswers?.[url];
  return answer;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const early = takePrefetched(url);
    const response = await (early ?? fetch(url, init));
    // An early response waited for the scripts to load, so its Date header is stale.
    if (!early) learnTime(response);
    return response;
  } catch (error) {
    throw new Failure((error as Error).name === 'TimeoutError' ? 'SERVER_ERROR' : 'NETWORK_ERROR', 0);
  }
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
