/** Handles what no event reports: elapsed hours, exhausted funds, new stock, and mismatches of Workloads and orders. */
import { parseObjectKey } from '@gpulease/kube';
import { isDatabaseUnavailable, isTimeout } from '../database/errors.ts';
import { billingClock } from '../ledger/ledger.ts';
import { mergeSums } from '../ledger/platform-sums.ts';
import { noteDone } from '../platform/notes.ts';
import { notifyOfStock } from '../stock/notify.ts';
import { checkChangedWallets } from './changed-wallets.ts';
import { processCheckedReports } from './checked-reports.ts';
import type { WorkerContext } from './context.ts';
import { settleHours } from './settle-hours.ts';
import type { FullPass } from './full-pass.ts';
import { notifyWithdrawnStops } from './withdrawn-stops.ts';

const FOREIGN =
  'This is not the cluster of the orders, so billing is idle; see "Another cluster" in docs/operating/books.md';

/** Checks everything due once and continues `pass`; `enqueue` receives the keys of Workloads to reconcile. */
export async function sweep(
  context: WorkerContext,
  pass: FullPass,
  enqueue: (key: string) => void,
): Promise<void> {
  if (!(await isOurCluster(context))) return;
  const { database, metrics, log } = context;
  await doAll([
    () =>
      settleHours(database, metrics, (account, error) =>
        log.error({ err: error, account }, 'Could not settle a wallet, will retry'),
      ),
    () => checkChangedWallets(context, enqueue),
    () => pass.goOn(context, enqueue),
    () => tryAgain(context, enqueue),
    () => mergeSums(database),
    () => notifyOfStock(context),
    () => notifyWithdrawnStops(context),
    () => processCheckedReports(context),
  ]);
  await noteDone(database, 'SWEEP');
}

/** Runs all parts, so that one that always fails does not block the others, and then throws the failures. */
async function doAll(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    await part().catch((error: unknown) => failures.push(error));
    if (isAway(failures.at(-1))) break;
  }
  if (failures.length > 1) throw new AggregateError(failures, 'Several parts of a sweep failed');
  if (failures.length === 1) throw failures[0];
}

/** Whether the database is unavailable, so that every further part would wait for it. */
function isAway(failure: unknown): boolean {
  return isDatabaseUnavailable(failure) && !isTimeout(failure);
}

/** Enqueues Workloads whose order or start was refused and whose next try is due. */
async function tryAgain({ database, waiting, workloads }: WorkerContext, enqueue: (key: string) => void) {
  for (const [uid, key] of waiting.due(await billingClock(database))) {
    if (workloads.store.get(parseObjectKey(key))?.metadata.uid === uid) enqueue(key);
    else waiting.forget(uid);
  }
}

async function isOurCluster({ identity, metrics, log }: WorkerContext): Promise<boolean> {
  const isOurs = await identity.check();
  metrics.foreignCluster(!isOurs);
  if (!isOurs) log.error(FOREIGN);
  return isOurs;
}
