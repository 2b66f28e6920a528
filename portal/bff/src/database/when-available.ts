import { backoffDelay, sleep, systemClock, type Backoff } from '@gpulease/kube';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from './errors.ts';

const BACKOFF: Backoff = { baseMs: 500, maxMs: 5_000 };

/** Does what needs the database, again and again while that cannot be reached. Throws at once what waiting does not mend. */
export async function whenAvailable<R>(work: () => Promise<R>, log: Logger): Promise<R> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (failures === 1) log.warn({ err: error }, 'The database cannot be reached, will be tried again');
      await sleep(systemClock, backoffDelay(BACKOFF, failures));
    }
  }
}
