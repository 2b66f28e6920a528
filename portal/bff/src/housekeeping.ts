/** Removes expired rows, so that tables contain only live data. Each area lists its own tables. */
import { alarmRemovals } from './alarms/removals.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/schema.ts';
import { dunningRemovals } from './dunning/removals.ts';
import { gpuReportRemovals } from './gpu-reports/removals.ts';
import type { Logger } from './http/logger.ts';
import { httpRemovals } from './http/removals.ts';
import { identityRemovals } from './identity/removals.ts';
import { noticeRemovals } from './notices/removals.ts';
import { orderRemovals } from './orders/removals.ts';
import { outboxRemovals } from './jobs/removals.ts';
import { paymentRemovals } from './payments/removals.ts';
import { platformRemovals } from './platform/removals.ts';
import { sandboxRemovals } from './sandbox/removals.ts';
import { stockRemovals } from './stock/removals.ts';
import { consoleRemovals } from './workloads/console/removals.ts';

const INTERVAL_MS = 10 * 60_000;

const removals = [
  ...httpRemovals,
  ...outboxRemovals,
  ...identityRemovals,
  ...sandboxRemovals,
  ...noticeRemovals,
  ...gpuReportRemovals,
  ...paymentRemovals,
  ...stockRemovals,
  ...orderRemovals,
  ...dunningRemovals,
  ...consoleRemovals,
  ...platformRemovals,
  ...alarmRemovals,
];

/**
 * Removes expired rows of all areas. If some cannot be removed, it still tries the rest before it throws: one locked or
 * overfull table must not let the others grow.
 */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const remove of removals) {
    await remove(database, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} tables still have expired rows`);
}

/** Removes expired rows every ten minutes until the signal aborts. */
export function scheduleHousekeeping(
  database: Database,
  clock: Clock,
  log: Logger,
  stopping: AbortSignal,
): void {
  const timer = setInterval(() => {
    removeExpired(database, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'Could not remove expired data, will retry');
    });
  }, INTERVAL_MS);
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
