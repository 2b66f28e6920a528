/** Updates a Workload's runs in the books from its status, and charges closed ones. */
import { orderReasons, type Workload } from '@gpulease/crds';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import {
  isNoticeNew,
  mergeRuns,
  type RecordedRun,
  type RunChanges,
  type RunClosed,
  type RunOpened,
} from '../metering/runs.ts';
import { settle } from '../metering/settlement.ts';
import type { DeliveryEvent } from '../orders/delivery.ts';
import { isDelivering, noteDelivery } from '../orders/note-delivery.ts';
import { lockOrder } from '../orders/order-states.ts';
import type { WorkerContext } from './context.ts';
import { runsOf, spotNoticedAt } from './workload-facts.ts';
import { lockWallets } from '../ledger/wallets.ts';

/** Records runs that started or ended, and charges closed ones. Returns whether the books have changed. */
export async function recordRuns(
  { database, metrics }: WorkerContext,
  workload: Workload,
  order: OrderInBooks,
): Promise<boolean> {
  if (runsOf(workload).length === 0 && !order.owing) return false;
  const seen = await changesOf(database, workload, order);
  const isNews = seen.opened.length + seen.closed.length > 0 || seen.isNoticeNew;
  if (!isNews && !order.owing) return false;
  const settlement = await withTransaction(database, async (transaction) => {
    await lockWallets(transaction, [order.accountId]);
    const { opened, closed, noticedAt, isNoticeNew } = await changesOf(transaction, workload, order);
    for (const run of closed) await closeRun(transaction, order, run);
    for (const run of opened) {
      const end = closed.find(({ runId }) => runId === run.runId);
      await openRun(transaction, order, run, end);
    }
    if (noticedAt || isNoticeNew) await noteNotice(transaction, order, noticedAt);
    if (order.mode === 'RESERVED') await noteRuns(transaction, order.id, { opened, closed });
    if (closed.length > 0 || order.owing) return settle(transaction, [order.accountId]);
    return undefined;
  });
  if (settlement) metrics.settled(settlement);
  return true;
}

/** Records started and ended runs as events of the term that they deliver. */
async function noteRuns(transaction: Transaction, orderId: string, changes: RunChanges): Promise<void> {
  const order = await lockOrder(transaction, orderId);
  if (order && isDelivering(order)) await noteDelivery(transaction, order, eventsOf(changes));
}

/** Returns the events in order of time: runs do not overlap. */
function eventsOf({ opened, closed }: RunChanges): DeliveryEvent[] {
  const isNew = ({ runId }: RunClosed) => opened.some((run) => run.runId === runId);
  return [
    ...closed.filter((run) => !isNew(run)).map(endOf),
    ...opened.flatMap((run): DeliveryEvent[] => [
      { what: 'started', at: run.startedAt },
      ...closed.filter(({ runId }) => runId === run.runId).map(endOf),
    ]),
  ];
}

function endOf({ stoppedAt, endReason }: RunClosed): DeliveryEvent {
  return { what: 'ended', at: stoppedAt, endReason };
}

/** `noticedAt` is the time from which the open run is free; `isNoticeNew` is whether the books differ. */
async function changesOf(database: Database | Transaction, workload: Workload, order: OrderInBooks) {
  const recorded = await recordedRuns(database, order.id);
  const now = await billingClock(database);
  const changes = mergeRuns({ runs: runsOf(workload), recorded, acceptedAt: order.acceptedAt, now });
  const noticedAt = spotNoticedAt(workload);
  return { ...changes, noticedAt, isNoticeNew: isNoticeNew(recorded, noticedAt) };
}

async function recordedRuns(database: Database | Transaction, orderId: string): Promise<RecordedRun[]> {
  const rows = await database
    .selectFrom('usage_segment')
    .select(['run_id', 'started_at', 'stopped_at', 'charged_through', 'uncharged_from'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.map((row) => ({
    runId: row.run_id,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    chargedThrough: row.charged_through,
    unchargedFrom: row.uncharged_from,
  }));
}

/**
 * Opens a run at the price paid at its start: for an open run, that of the newest hold, as none is placed before it ends;
 * for a closed run, that of the hold at its start by the cluster's clock. Runs of a paid term cost nothing extra.
 */
async function openRun(
  transaction: Transaction,
  order: OrderInBooks,
  run: RunOpened,
  end: RunClosed | undefined,
): Promise<void> {
  await sql`
    INSERT INTO usage_segment (order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at,
      charged_through, stopped_at, end_reason)
    SELECT o.id, o.account_id, o.workload_uid, ${run.runId},
      CASE o.mode WHEN 'RESERVED' THEN 0 ELSE COALESCE(h.price, o.price) END, COALESCE(h.unit, o.unit), o.quantity,
      ${run.startedAt}, ${run.startedAt}, ${end?.stoppedAt ?? null}, ${end?.endReason ?? null}
    FROM workload_order o LEFT JOIN LATERAL (
      SELECT price, unit FROM hold WHERE order_id = o.id AND (${end === undefined} OR created_at <= ${run.startedAt})
      ORDER BY created_at DESC LIMIT 1) AS h ON true
    WHERE o.id = ${order.id}
    ON CONFLICT (workload_uid, run_id) DO NOTHING`.execute(transaction);
}

async function closeRun(transaction: Transaction, order: OrderInBooks, run: RunClosed): Promise<void> {
  await transaction
    .updateTable('usage_segment')
    .set({ stopped_at: run.stoppedAt, end_reason: run.endReason })
    .where('order_id', '=', order.id)
    .where('run_id', '=', run.runId)
    .where((row) => row.or([row('stopped_at', 'is', null), row('stopped_at', '>', run.stoppedAt)]))
    .execute();
}

/** Charges the open run until its spot notice. A withdrawn notice leaves no gap. */
async function noteNotice(transaction: Transaction, { id }: OrderInBooks, noticedAt: Date | undefined) {
  await sql`
    UPDATE usage_segment SET uncharged_from = ${noticedAt ?? null}
    WHERE order_id = ${id} AND stopped_at IS NULL
      AND uncharged_from IS DISTINCT FROM ${noticedAt ?? null}::timestamptz`.execute(transaction);
}

/**
 * Closes runs whose end was not seen. As long as the Workload exists, so does its machine: the run ends now, or at its spot
 * notice. Without the Workload, the run ends where it was last charged.
 */
export async function closeUnseenRuns(
  transaction: Transaction,
  orderId: string,
  isWorkloadThere: boolean,
): Promise<void> {
  await sql`
    UPDATE usage_segment SET end_reason = ${orderReasons.vanished},
      stopped_at = CASE WHEN ${isWorkloadThere} THEN GREATEST(charged_through, LEAST(billing_clock(), uncharged_from)) ELSE charged_through END
    WHERE order_id = ${orderId} AND stopped_at IS NULL`.execute(transaction);
}
