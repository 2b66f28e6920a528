import { ApiError } from './api-error.ts';
import type { Answer } from './exchange.ts';
import type { Method } from './request.ts';

/** The most retries of one call after a `Retry-After` of a busy API server. */
const MAX_RETRIES = 5;

/** Returns the wait before a retry in milliseconds, or undefined when the request must not be retried. */
export function retryWait(error: unknown, method: Method, attempt: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 429) return undefined;
  if (method === 'POST' || attempt > MAX_RETRIES) return undefined;
  const { retryAfterSeconds } = error.details;
  return retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
}

/** Adds the response's `Retry-After` to the error, unless its body has one. */
export function withRetryAfter(error: ApiError, headers: Answer['headers']): ApiError {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) error.details.retryAfterSeconds ??= seconds;
  return error;
}
