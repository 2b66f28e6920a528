/** Ends a Workload: charges its last run, closes its order, archives its last state, and then removes the finalizer. */
import { finalizers, type Workload } from '@gpulease/crds';
import { removeFinalizer } from '@gpulease/kube';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { lockOrder } from '../orders/order-states.ts';
import { failpoint } from '../database/failpoint.ts';
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import { settle } from '../metering/settlement.ts';
import { notify } from '../notices/notify.ts';
import { endDestroyed } from '../orders/reserved-terms.ts';
import type { WorkerContext } from './context.ts';
import { closeUnseenRuns, recordRuns } from './record-runs.ts';
import { notifyOfMachine } from './notify-of-machine.ts';
import { identityOf } from './workload-facts.ts';

/** Archives a Workload that the operator has destroyed. */
export async function archiveDestroyed(context: WorkerContext, workload: Workload): Promise<void> {
  const [order] = await readOrders(context.database, { workloadUid: identityOf(workload).uid });
  if (order) {
    await recordRuns(context, workload, order);
    await closeOrder(context, order, workload);
    await notifyOfMachine(context, workload, order);
  }
  failpoint('workload.archived');
  await removeFinalizer(context.client, workload, finalizers.billing);
}

/** Closes an order. Without a Workload, the order is lost: its Workload left the cluster without waiting for billing. */
export async function closeOrder(
  { database, metrics }: Pick<WorkerContext, 'database' | 'metrics'>,
  { id }: OrderInBooks,
  workload?: Workload,
): Promise<void> {
  const settlement = await withTransaction(database, async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order) return undefined;
    await closeUnseenRuns(transaction, id, workload !== undefined);
    const settled = await settle(transaction, [order.account_id]);
    if (!workload) await notifyOfLoss(transaction, order);
    await endDestroyed(transaction, order);
    await keep(transaction, id, workload);
    return settled;
  });
  if (settlement) metrics.settled(settlement);
}

/** Does nothing if the order was closed meanwhile, because its owner destroyed the machine. */
async function notifyOfLoss(
  transaction: Transaction,
  { id, user_id: userId, name: workload, state }: Row<'workload_order'>,
): Promise<void> {
  if (state !== 'ACTIVE') return;
  const kind = 'MACHINE_LOST';
  await notify(transaction, { userId, kind, key: `${kind}/${id}`, subject: id, workload });
}

/** Archives the last state of the Workload, or the order's spec without one. */
async function keep(transaction: Transaction, orderId: string, workload: Workload | undefined) {
  const object = workload && JSON.stringify(workload);
  await sql`
    INSERT INTO workload_archive (workload_uid, order_id, user_id, namespace, name, object, archived_at)
    SELECT workload_uid, id, user_id, namespace, name, COALESCE(${object ?? null}::jsonb, jsonb_build_object(
      'metadata', jsonb_build_object('name', name, 'namespace', namespace, 'uid', workload_uid, 'creationTimestamp', accepted_at),
      'spec', spec, 'status', jsonb_build_object('phase', 'Destroyed'))), billing_clock()
    FROM workload_order WHERE id = ${orderId} AND workload_uid IS NOT NULL
    ON CONFLICT (workload_uid) DO NOTHING`.execute(transaction);
}
