/**
 * Compares orders with their Workloads, for wallets that have changed (noted by triggers of `note_funding_change`) or whose
 * scheduled time has come. Any number of workers may do so concurrently.
 */
import { objectKey, soonest } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import { nextCheckAt } from '../orders/next-check.ts';
import { readOrders, SWEEP_MS, type OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { inBatches } from './in-batches.ts';
import { needsReconcile, workloadOf } from './needs-reconcile.ts';

/** Wallets whose orders are read at once. */
const BATCH = 200;
/** How long a wallet waits for a retry after a failure. */
const RETRY_MS = 60_000;

/** Checks the due wallets; `enqueue` receives the keys of Workloads to reconcile. */
export async function checkChangedWallets(
  context: WorkerContext,
  enqueue: (key: string) => void,
): Promise<void> {
  await inBatches(await changedWallets(context.database), {
    size: BATCH,
    work: (wallets) => checkWallets(context, enqueue, wallets),
    onFailed: (wallet, error) => tryLater(context, wallet, error),
  });
}

async function tryLater({ database, log }: WorkerContext, wallet: ChangedWallet, error: unknown) {
  const failed = { err: error, account: wallet.accountId };
  log.error(failed, 'Could not review the orders of a wallet, will retry');
  const next = new Date((await billingClock(database)).getTime() + RETRY_MS);
  await putOff(database, [{ ...wallet, next }]);
}

interface ChangedWallet {
  readonly accountId: string;
  /** Its change count when it was read. */
  readonly changes: bigint;
}

async function changedWallets(database: Database): Promise<ChangedWallet[]> {
  const { rows } = await sql<ChangedWallet>`
    SELECT account_id AS "accountId", changes FROM funding_look WHERE look_at <= (SELECT billing_clock())
    ORDER BY look_at`.execute(database);
  return rows;
}

async function checkWallets(
  context: WorkerContext,
  enqueue: (key: string) => void,
  wallets: readonly ChangedWallet[],
): Promise<void> {
  const orders = await readOrders(context.database, {
    accountIds: wallets.map(({ accountId }) => accountId),
  });
  const ofWallet = Map.groupBy(orders, ({ accountId }) => accountId);
  const looks = wallets.map((wallet) => {
    const next = (ofWallet.get(wallet.accountId) ?? []).flatMap((order) =>
      checkOrder(context, enqueue, order),
    );
    return { ...wallet, next: soonest(...next) ?? null };
  });
  await putOff(context.database, looks);
}

/** Returns when to check the order next. An order to reconcile is checked again until its Workload shows the result. */
function checkOrder(context: WorkerContext, enqueue: (key: string) => void, order: OrderInBooks): Date[] {
  const workload = workloadOf(context, order);
  if (workload && needsReconcile(context, order, workload)) {
    enqueue(objectKey(workload.metadata));
    return [new Date(order.at.getTime() + SWEEP_MS)];
  }
  const next = nextCheckAt(order);
  return next ? [next] : [];
}

/** Postpones wallets that have not changed since they were read. A wallet that is being changed stays due. */
async function putOff(
  database: Database,
  looks: readonly (ChangedWallet & { readonly next: Date | null })[],
): Promise<void> {
  await sql`
    WITH look AS (
      SELECT * FROM unnest(${looks.map(({ accountId }) => accountId)}::text[],
        ${looks.map(({ changes }) => changes)}::bigint[], ${looks.map(({ next }) => next)}::timestamptz[])
        AS look (account_id, changes, next)
    ),
    same AS (
      SELECT account_id, next FROM funding_look f JOIN look USING (account_id, changes) FOR UPDATE OF f SKIP LOCKED
    )
    UPDATE funding_look f SET look_at = same.next FROM same WHERE f.account_id = same.account_id`.execute(
    database,
  );
}
