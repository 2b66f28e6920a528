import { backoffDelay, sleep, systemClock, type Backoff } from '@gpulease/kube';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from './errors.ts';

const BACKOFF: Backoff = { baseMs: 500, maxMs: 5_000 };
const signals = ['SIGINT', 'SIGTERM'] as const;
const exit = () => process.exit(0);

/**
 * Does what a program begins with once the database can be reached. Throws at once what waiting does not mend. Nothing is at
 * work yet that would have to end first, so a program that is told to stop meanwhile exits.
 */
export async function whenAvailable<R>(work: () => Promise<R>, log: Logger): Promise<R> {
  for (const signal of signals) process.once(signal, exit);
  try {
    return await untilAvailable(work, log);
  } finally {
    for (const signal of signals) process.off(signal, exit);
  }
}

async function untilAvailable<R>(work: () => Promise<R>, log: Logger): Promise<R> {
  for (let failures = 0; ;) {
    try {
      const done = await work();
      if (failures > 0) log.info('The database is reached');
      return done;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      failures += 1;
      if (failures === 1)
        log.warn({ reason: reasonOf(error) }, 'The database cannot be reached; waiting for it');
      await sleep(systemClock, backoffDelay(BACKOFF, failures));
    }
  }
}

/** A name with several addresses fails with an error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  return error instanceof Error ? error.message : String(error);
}
