/**
 * Reconciles books and cluster for one Workload: its order, its runs, its funding and its end. The process may die
 * after any step; the next run continues from the state of the books and the cluster.
 */
import type { Workload } from '@gpulease/crds';
import { isDeleting, parseObjectKey } from '@gpulease/kube';
import { DAY_MS } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import { ProductError } from '../http/product-error.ts';
import { lockOrder } from '../orders/order-states.ts';
import { fundStart } from '../orders/fund-start.ts';
import { failpoint } from '../database/failpoint.ts';
import { billingClock } from '../ledger/ledger.ts';
import { decideFunding, refused, startsByItself, type Funded } from '../orders/funding.ts';
import type { DunningSchedule } from '../dunning/schedule.ts';
import { releaseHold } from '../ledger/holds.ts';
import { notify, type NewNotice } from '../notices/notify.ts';
import { readOrders, SWEEP_MS, type OrderInBooks } from '../orders/order-facts.ts';
import { settle } from '../metering/settlement.ts';
import { switchEvent } from '../orders/delivery.ts';
import { deliveryOf, isDelivering, noteDelivery } from '../orders/note-delivery.ts';
import { failureOf } from '../orders/rejections.ts';
import { agreeOnRefund, endTerm, giveUpOrder, refundGivenUp } from '../orders/reserved-terms.ts';
import { archiveDestroyed } from './archive-workload.ts';
import type { WorkerContext } from './context.ts';
import { findOrder, refusalFor } from './find-order.ts';
import { isShuttingDown } from './needs-reconcile.ts';
import { recordRuns } from './record-runs.ts';
import { isShown, ownStatus, showFunded } from './show-funded.ts';
import { notifyNotStartedAtLimit } from './not-started-at-limit.ts';
import { notifyOfMachine } from './notify-of-machine.ts';
import { factsOf, isDestroyed } from './workload-facts.ts';

/**
 * Reconciles the Workload with this key. Throws to be retried, also after a Conflict with another writer. Returns the number
 * of milliseconds after which to reconcile again even without a change; undefined for never.
 */
export async function reconcile(context: WorkerContext, key: string): Promise<number | undefined> {
  const workload = context.workloads.store.get(parseObjectKey(key));
  if (!workload) return undefined;
  if (isDestroyed(workload)) {
    await archiveDestroyed(context, workload);
    return undefined;
  }
  const found = await findOrder(context, workload);
  if ('refusal' in found) {
    await show(context, workload, refused(found.refusal), undefined);
    return undefined;
  }
  const recorded = await recordRuns(context, workload, found.order);
  // After its runs, so that a worker after a downtime does not treat a machine as never delivered.
  if (isDeleting(workload)) await noteDeleted(context, found.order);
  const order = recorded ? await orderAgain(context, found.order) : found.order;
  const switched = await noteSwitch(context, workload, order);
  await bringFunding(context, workload, switched ? await orderAgain(context, order) : order);
  // Last, so that a notice that cannot be written does not prevent billing.
  await notifyOfMachine(context, workload, order);
  return isShuttingDown(order, workload) ? SWEEP_MS : undefined;
}

async function bringFunding(context: WorkerContext, workload: Workload, order: OrderInBooks): Promise<void> {
  const decision = decideFunding(order, factsOf(workload, order.at), order.at);
  switch (decision.act) {
    case 'show':
      return show(context, workload, decision.funded, order);
    case 'release':
      await show(context, workload, decision.funded, order);
      failpoint('funding.released');
      return release(context, order);
    case 'stop':
      return stopForFunds(context, workload, order);
    case 'fund':
      return fund(context, workload, order);
    case 'endTerm':
      await withTransaction(context.database, (transaction) => endTerm(transaction, order.id));
      return bringFunding(context, workload, await orderAgain(context, order));
    case 'giveUp':
      return giveUp(context, workload, order, decision.funded);
    case 'refund':
      await show(context, workload, decision.funded, order);
      failpoint('term.givenUp');
      return withTransaction(context.database, (transaction) => refundGivenUp(transaction, order.id));
  }
}

async function giveUp(context: WorkerContext, workload: Workload, order: OrderInBooks, { reason }: Funded) {
  const failure = failureOf(reason);
  if (failure === undefined) return;
  await withTransaction(context.database, (transaction) => giveUpOrder(transaction, order, failure));
  failpoint('term.failed');
  await bringFunding(context, workload, await orderAgain(context, order));
}

/** Records a requested deletion: a reserved term is refunded as of now, unless the portal has already agreed on an amount. */
async function noteDeleted({ database }: WorkerContext, { id, mode, state }: OrderInBooks): Promise<void> {
  if (mode !== 'RESERVED' || state !== 'ACTIVE') return;
  await withTransaction(database, (transaction) => agreeOnRefund(transaction, id));
}

/** Records that a customer switched a reserved machine off or on; while off, no run is owed. Returns whether they did. */
async function noteSwitch(
  { database }: WorkerContext,
  { spec }: Workload,
  seen: OrderInBooks,
): Promise<boolean> {
  const { id, mode, state, at } = seen;
  if (mode !== 'RESERVED' || state !== 'ACTIVE' || !switchEvent(seen, spec.powerState, at)) return false;
  return withTransaction(database, async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order || !isDelivering(order)) return false;
    const event = switchEvent(deliveryOf(order), spec.powerState, await billingClock(transaction));
    if (event) await noteDelivery(transaction, order, [event]);
    return event !== undefined;
  });
}

async function show(
  context: WorkerContext,
  workload: Workload,
  funded: Funded,
  order: OrderInBooks | undefined,
): Promise<void> {
  const wanted = ownStatus(workload, funded, order, order?.at ?? new Date());
  if (!isShown(workload, wanted)) await showFunded(context, workload, wanted);
}

/** Releases the hold, unless a start was paid for since the decision. */
async function release({ database }: WorkerContext, order: OrderInBooks): Promise<void> {
  await withTransaction(database, async (transaction) => {
    const now = await lockOrder(transaction, order.id);
    if (now?.start_requested_at?.getTime() === order.startRequestedAt?.getTime()) {
      await releaseHold(transaction, order.id);
    }
  });
}

/** Settles, and records that the funds are used up unless more have come meanwhile. */
async function stopForFunds(context: WorkerContext, workload: Workload, order: OrderInBooks): Promise<void> {
  const settlement = await withTransaction(context.database, async (transaction) => {
    const done = await settle(transaction, [order.accountId]);
    const [settled] = await readOrders(transaction, { id: order.id });
    if (settled?.outOfFundsAt !== null || !isLow(settled)) return done;
    await transaction
      .updateTable('workload_order')
      .set({ out_of_funds_at: settled.at })
      .where('id', '=', order.id)
      .execute();
    await notify(transaction, stopNotice(settled, context.dunning));
    return done;
  });
  context.metrics.settled(settlement);
  await bringFunding(context, workload, await orderAgain(context, order));
}

function stopNotice({ id, userId, name, at }: OrderInBooks, { unfundedDays }: DunningSchedule): NewNotice {
  const until = new Date(at.getTime() + unfundedDays * DAY_MS);
  const key = `STOPPED_FOR_FUNDS/${id}/${at.toISOString()}`;
  return { userId, kind: 'STOPPED_FOR_FUNDS', key, subject: id, workload: name, until };
}

function isLow({ held, leastHeld }: OrderInBooks): boolean {
  return held !== null && held < leastHeld;
}

/** Holds funds for a start that did not come through the portal, or shows the refusal. */
async function fund(context: WorkerContext, workload: Workload, order: OrderInBooks): Promise<void> {
  const { waiting } = context;
  const early = waiting.refusalOf(workload, order.at);
  if (early) return show(context, workload, refused(early), order);
  const isCounted = !startsByItself(order, factsOf(workload, order.at));
  const asked = isCounted ? { startsPerHour: context.startsPerHour } : {};
  try {
    await withTransaction(context.database, (transaction) =>
      fundStart(transaction, context.catalogue, order.id, asked),
    );
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const refusal = refusalFor(error, workload, context, order.at);
    waiting.note(workload, refusal, order.at);
    if (!isCounted) await notifyNotStartedAtLimit(context.database, order, error, lastStopOf(workload));
    return show(context, workload, refused(refusal), order);
  }
  waiting.forget(order.workloadUid ?? '');
  await bringFunding(context, workload, await orderAgain(context, order));
}

/** Returns when the last run ended. */
function lastStopOf({ status }: Workload): string {
  return status?.runs?.at(-1)?.stoppedAt ?? '';
}

async function orderAgain({ database }: WorkerContext, { id }: OrderInBooks): Promise<OrderInBooks> {
  const [order] = await readOrders(database, { id });
  if (!order) throw new Error(`Order ${id} is gone.`);
  return order;
}
