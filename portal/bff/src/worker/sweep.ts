/** What must happen without being told: hours that pass, money that ends, stock that comes, Workloads and orders that miss each other. */
import { parseObjectKey } from '@gpulease/kube';
import { billingClock } from '../ledger/ledger.ts';
import { mergePlatformSums } from '../ledger/platform-sums.ts';
import { notifyOfStock } from '../stock/notify.ts';
import { lookAtChanged } from './changed-wallets.ts';
import type { WorkerContext } from './context.ts';
import { settleHours } from './settle-hours.ts';
import type { SlowPass } from './slow-pass.ts';
import { tellOfWithdrawnStops } from './withdrawn-stops.ts';

const FOREIGN =
  'This is not the cluster that the orders live in, so nothing is done for them; see "Another cluster" in docs/operator-guide.md';

/** Checks everything due once and continues `pass`; `enqueue` receives the keys of Workloads that need a closer look. */
export async function sweep(
  context: WorkerContext,
  pass: SlowPass,
  enqueue: (key: string) => void,
): Promise<void> {
  if (!(await isOurCluster(context))) return;
  await settleHours(context.database, context.metrics, (account, error) =>
    context.log.error({ err: error, account }, 'A wallet could not be settled, will be tried again'),
  );
  await lookAtChanged(context, enqueue);
  await pass.goOn(context, enqueue);
  await tryAgain(context, enqueue);
  await mergePlatformSums(context.database);
  await notifyOfStock(context);
  await tellOfWithdrawnStops(context);
}

/** Workloads whose order or start was refused, once their time to try again has come. */
async function tryAgain(
  { database, waiting, workloads }: WorkerContext,
  enqueue: (key: string) => void,
): Promise<void> {
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
