/** The id of the current request, available in the request itself and in the jobs that it creates. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** Runs work with a request id; without one for work that belongs to no request. */
export function withRequestId<T>(id: string | null | undefined, work: () => T): T {
  return current.run(id ?? undefined, work);
}

/** Returns the current request id, for jobs that continue the work; undefined outside a request. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** For pino's `mixin`: adds the request id to each log line. */
export function requestFields(): { request_id?: string } {
  const id = requestId();
  return id === undefined ? {} : { request_id: id };
}
