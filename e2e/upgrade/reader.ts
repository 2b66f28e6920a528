import { setTimeout as delay } from 'node:timers/promises';
import type { RestSession } from '../support/rest.ts';

const pauseMs = 400;

/** Requests of the pages that a reader visits. */
const ofCustomers = [
  ...['/me', '/me/balance', '/workloads?pageSize=20', '/billing/records?pageSize=20'],
  ...['/billing/usage?pageSize=20', '/me/notices?pageSize=20'],
];
const ofOperators = ['/admin/overview', '/admin/workloads?pageSize=20', '/admin/users?pageSize=20'];

/** A user who reads one page after another, and retries once if that fails. */
export class Reader {
  readonly #session: RestSession;
  readonly #paths: readonly string[];
  requests = 0;
  retries = 0;
  /** Reads that failed twice, with the error. */
  readonly failures: string[] = [];

  private constructor(session: RestSession, paths: readonly string[]) {
    this.#session = session;
    this.#paths = paths;
  }

  static customer(session: RestSession): Reader {
    return new Reader(session, ofCustomers);
  }

  static operator(session: RestSession): Reader {
    return new Reader(session, ofOperators);
  }

  async read(ends: AbortSignal): Promise<void> {
    for (let page = 0; !ends.aborted; page += 1) {
      await this.#readTwice(this.#paths[page % this.#paths.length] ?? '');
      await delay(pauseMs, undefined, { signal: ends }).catch(() => undefined);
    }
  }

  async #readTwice(path: string): Promise<void> {
    this.requests += 1;
    if ((await this.#failure(path)) === undefined) return;
    this.retries += 1;
    const failure = await this.#failure(path);
    if (failure !== undefined) this.failures.push(`${path}: ${failure}`);
  }

  async #failure(path: string): Promise<string | undefined> {
    try {
      const { status } = await this.#session.get(path);
      return status === 200 ? undefined : `answer ${status}`;
    } catch (error) {
      return String(error);
    }
  }
}
