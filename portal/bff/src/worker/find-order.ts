/** Finds the order of a Workload: the one it was created for, the one with its uid, or a new one. */
import { conditionTypes, fundedReasons, tenantOf, type Workload } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import { withTransaction } from '../database/database.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { bindOrder } from '../orders/order-states.ts';
import { placeOrder } from '../orders/place-order.ts';
import { fundingRefusal, type FundingRefusal } from '../orders/funding-refusal.ts';
import { mayBeOrdered } from '../orders/funding.ts';
import { billingClock } from '../ledger/ledger.ts';
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { factsOf, identityOf, orderLabelOf, uuidPattern } from './workload-facts.ts';

export type FoundOrder = { readonly order: OrderInBooks } | { readonly refusal: FundingRefusal };

/** Returns the order of a Workload, bound to its uid, or the reason why it has none. */
export async function findOrder(context: WorkerContext, workload: Workload): Promise<FoundOrder> {
  const { uid } = identityOf(workload);
  const [bound] = await readOrders(context.database, { workloadUid: uid });
  if (bound) return { order: bound };
  const label = orderLabelOf(workload);
  return label === undefined ? adopt(context, workload) : bind(context, workload, label);
}

async function bind({ database }: WorkerContext, workload: Workload, id: string): Promise<FoundOrder> {
  const refusal = refusedForGood("The label gpulease.dev/order names an order that is not this workload's.");
  if (!uuidPattern.test(id)) return { refusal };
  const bound = await withTransaction(database, (transaction) =>
    bindOrder(transaction, id, identityOf(workload)),
  );
  const [order] = bound ? await readOrders(database, { id }) : [];
  return order ? { order } : { refusal };
}

/**
 * Places an order for a Workload created by kubectl or Git, under the usual rules. A temporary refusal is retried; after
 * a permanent one, the owner must request a start.
 */
async function adopt(context: WorkerContext, workload: Workload): Promise<FoundOrder> {
  const { database, waiting } = context;
  const now = await billingClock(database);
  const early = waiting.refusalOf(workload, now);
  if (early) return { refusal: early };
  const { uid } = identityOf(workload);
  const standing = currentRefusal(workload, now);
  if (standing) {
    waiting.forget(uid);
    return { refusal: standing };
  }
  try {
    const id = await withTransaction(database, (transaction) => orderFor(transaction, context, workload));
    waiting.forget(uid);
    const [order] = await readOrders(database, { id });
    return order ? { order } : { refusal: refusedForGood('The order was not found again.') };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const refusal = refusalFor(error, workload, context, now);
    waiting.note(workload, refusal, now);
    return { refusal };
  }
}

function currentRefusal(workload: Workload, now: Date): FundingRefusal | undefined {
  const funded = findCondition(workload.status?.conditions, conditionTypes.funded);
  const isRefused = funded?.status === 'False' && funded.reason === fundedReasons.orderRejected;
  const refusedAt = isRefused ? new Date(funded.lastTransitionTime) : undefined;
  if (mayBeOrdered(refusedAt, factsOf(workload, now))) return undefined;
  return refusedForGood(
    isRefused ? funded.message : 'The workload was halted; request a start to place the order.',
  );
}

function orderFor(
  transaction: Transaction,
  { catalogue, startsPerHour }: WorkerContext,
  workload: Workload,
): Promise<string> {
  const { uid: workloadUid, namespace, name } = identityOf(workload);
  const userId = tenantOf(workload);
  if (userId === undefined) throw new ProductError('RESOURCE_NOT_FOUND');
  const { spec } = workload;
  const running = spec.powerState === 'Running';
  const order = { userId, namespace, name, spec, workloadUid, running, startsPerHour };
  return placeOrder(transaction, catalogue, order);
}

/** Returns why the order of a Workload, or its start, was refused. */
export function refusalFor(
  error: ProductError,
  workload: Workload,
  { catalogue }: Pick<WorkerContext, 'catalogue'>,
  now: Date,
): FundingRefusal {
  if (error.code !== 'RESOURCE_NOT_FOUND') return fundingRefusal(error, workload.spec, catalogue, now);
  const { namespace } = identityOf(workload);
  const tenant = tenantOf(workload) ?? namespace;
  const message = `Tenant ${tenant} belongs to no user of the portal, so nobody can pay.`;
  return { reason: fundedReasons.noPayer, message };
}

function refusedForGood(message: string): FundingRefusal {
  return { reason: fundedReasons.orderRejected, message };
}
