import { ApiError } from './api-error.ts';
import type { Answer } from './exchange.ts';
import type { Method } from './request.ts';

/** A busy API server's `Retry-After` is obeyed this often for one call, and never beyond the call's time. */
const MAX_RETRIES = 5;

/** How long to wait before sending a request again, in milliseconds; undefined when it must not be sent again. */
export function retryWait(error: unknown, method: Method, attempt: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 429) return undefined;
  if (method === 'POST' || attempt > MAX_RETRIES) return undefined;
  const { retryAfterSeconds } = error.details;
  return retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
}

/** The error with what the answer's `Retry-After` says, unless its body said so. */
export function withRetryAfter(error: ApiError, headers: Answer['headers']): ApiError {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) error.details.retryAfterSeconds ??= seconds;
  return error;
}
