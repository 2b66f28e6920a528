/** After a recharge, restarts machines that were stopped for lack of funds, if their owner has chosen so. */
import { scheduledHalts, type Workload } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { hasHold } from '../ledger/holds.ts';
import { notify } from '../notices/notify.ts';
import { lockOrder } from '../orders/order-states.ts';
import { start } from '../orders/start.ts';
import type { WorkerContext } from './context.ts';
import { notifyNotStartedAtLimit } from './not-started-at-limit.ts';

interface StoppedOrder {
  readonly id: string;
  readonly userId: string;
  readonly namespace: string;
  readonly name: string;
  readonly workloadUid: string;
  readonly outOfFundsAt: Date;
}

/**
 * Restarts the machines that the balance affords, in the order of their stops, at the current price. These starts do not
 * count toward the hourly limit on starts.
 */
export async function restartStopped(context: WorkerContext, accountId: string): Promise<void> {
  for (const stopped of await stoppedOrders(context, accountId)) {
    const workload = context.workloads.store.get(stopped);
    if (!workload || !isStillWanted(workload, stopped)) continue;
    await restart(context, stopped, workload);
  }
}

/** Returns orders that were stopped before the newest recharge, which came after the owner's choice. */
async function stoppedOrders({ database }: WorkerContext, accountId: string): Promise<StoppedOrder[]> {
  const { rows } = await sql<StoppedOrder>`
    SELECT o.id, o.user_id AS "userId", o.namespace, o.name, o.workload_uid AS "workloadUid", o.out_of_funds_at AS "outOfFundsAt"
    FROM workload_order o JOIN dunning d USING (account_id) JOIN user_account u ON u.id = o.user_id
    WHERE o.account_id = ${accountId} AND o.state = 'ACTIVE'
      AND o.out_of_funds_at < d.recharged_at AND u.restart_on_recharge_at < d.recharged_at
    ORDER BY o.out_of_funds_at, o.id`.execute(database);
  return rows;
}

/** Whether neither the owner nor a schedule has stopped the machine since, and it is not being destroyed. */
function isStillWanted(workload: Workload, { workloadUid }: StoppedOrder): boolean {
  const { metadata, spec, status } = workload;
  const isOff = spec.powerState === 'Stopped' || scheduledHalts.has(status?.halt?.reason ?? '');
  return metadata.uid === workloadUid && !isOff && !isDeleting(workload);
}

async function restart(context: WorkerContext, stopped: StoppedOrder, workload: Workload): Promise<void> {
  try {
    await withTransaction(context.database, (transaction) =>
      startAgain(transaction, context, stopped, workload),
    );
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const refused = { order: stopped.id, code: error.code };
    context.log.info(refused, 'Could not restart a machine after a recharge');
    await notifyNotStartedAtLimit(context.database, stopped, error, stopped.outOfFundsAt.toISOString());
  }
}

async function startAgain(
  transaction: Transaction,
  { catalogue }: WorkerContext,
  { id, outOfFundsAt }: StoppedOrder,
  workload: Workload,
): Promise<void> {
  const order = await lockOrder(transaction, id);
  if (order?.out_of_funds_at?.getTime() !== outOfFundsAt.getTime()) return;
  // While the hold exists, the machine is still shutting down. Its release triggers the next try.
  if (await hasHold(transaction, id)) return;
  if (!(await start(transaction, catalogue, { orderId: id, workload }))) return;
  const key = `RESTARTED/${id}/${outOfFundsAt.toISOString()}`;
  const { user_id: userId, name } = order;
  await notify(transaction, { userId, kind: 'RESTARTED', key, subject: id, workload: name });
}
