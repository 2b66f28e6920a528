/** The id of the request that work belongs to, in the request itself and in the jobs that do its work later. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** Does work that belongs to a request; none for work that no request has asked for. */
export function withRequestId<T>(id: string | null | undefined, work: () => T): T {
  return current.run(id ?? undefined, work);
}

/** For those who do a part of the work later; undefined outside of a request. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** For pino's `mixin`: each line of the log names the request that it belongs to. */
export function requestFields(): { request_id?: string } {
  const id = requestId();
  return id === undefined ? {} : { request_id: id };
}
