import { backoffDelay, sleep, systemClock, type Backoff } from '@gpulease/kube';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from './errors.ts';
import { OlderSchemaError } from './required-schema.ts';

const BACKOFF: Backoff = { baseMs: 500, maxMs: 5_000 };
const signals = ['SIGINT', 'SIGTERM'] as const;
const exit = () => process.exit(0);

/** Log messages of a wait. */
const unreached = {
  began: 'The database is unreachable; waiting for it',
  over: 'The database is reachable again',
};
const older = {
  began: 'The schema is older than this version; waiting for its migration',
  over: 'The schema is up to date',
};

type Wait = typeof older;

/**
 * Runs a program's first work once the database is reachable and migrated. Rethrows errors that waiting cannot fix. There is
 * nothing to shut down yet, so a stop signal meanwhile exits the process immediately.
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
  let wait: Wait | undefined;
  for (let failures = 1; ; failures += 1) {
    try {
      const done = await work();
      if (wait) log.info(wait.over);
      return done;
    } catch (error) {
      const next = waitAfter(error);
      if (next !== wait) log.warn({ reason: reasonOf(error) }, next.began);
      wait = next;
      await sleep(systemClock, backoffDelay(BACKOFF, failures));
    }
  }
}

/** Rethrows an error that waiting cannot fix. */
function waitAfter(error: unknown): Wait {
  if (error instanceof OlderSchemaError) return older;
  if (isDatabaseUnavailable(error)) return unreached;
  throw error;
}

/** A host name with several addresses fails with one error per address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  return error instanceof Error ? error.message : String(error);
}
