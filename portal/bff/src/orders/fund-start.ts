/** Pays for another start of a machine like for the first, at the current price. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { hasHold, releaseHold } from '../ledger/holds.ts';
import { settle } from '../metering/settlement.ts';
import { checkRate, type ExpectedRate } from './expected-price.ts';
import type { Terms } from './order-terms.ts';
import { lockOrder } from './order-states.ts';
import { holdForHour } from './pay-order.ts';
import { checkQuota, checkUser, countRequest } from './quota.ts';
import { holdFor, rateOf } from './rates.ts';
import { checkSpending } from './spending-limits.ts';

interface StartRequest {
  /** Absent: any current price is accepted. */
  readonly expected?: ExpectedRate;
  /** The `spec.restartedAt` that the start will set; absent if the Workload already has it. */
  readonly restartedAt?: Date;
  /** The newest `restartedAt` of a start that is over. */
  readonly pastStart?: Date | undefined;
  /** Absent if the request is not a customer's, which is not counted. */
  readonly startsPerHour?: number | undefined;
}

/**
 * Pays for a new start at the current price, regardless of restrictions on new orders. Returns false if a paid start is
 * in progress: concurrent requests pay once. Throws NO_VALID_ORDER if it is over, PRICE_NOT_READY, and as `placeOrder`.
 */
export async function fundStart(
  transaction: Transaction,
  catalogue: Catalogue,
  orderId: string,
  { expected, restartedAt, pastStart, startsPerHour }: StartRequest,
): Promise<boolean> {
  const order = await lockOrder(transaction, orderId);
  if (order?.state !== 'ACTIVE' || order.rejection !== null) throw new ProductError('NO_VALID_ORDER');
  const isUnderWay = restartedAt ? isStarting(order, pastStart) : await hasHold(transaction, order.id);
  if (isUnderWay) return false;
  const { at } = await settle(transaction, [order.account_id]);
  const policy = catalogue.pricingPolicies.store.get({ name: order.policy });
  if (!policy) throw new ProductError('NO_VALID_ORDER');
  await checkUser(transaction, order.user_id);
  if (order.mode === 'RESERVED') {
    if (order.term_end && order.term_end <= at) throw new ProductError('NO_VALID_ORDER');
    await countRequest(transaction, catalogue, order.user_id, startsPerHour);
    await noteStart(transaction, order, order, restartedAt);
    return true;
  }
  const rate = rateOf(policy, Number(order.quantity));
  checkRate(policy, rate, expected);
  await releaseHold(transaction, order.id);
  await checkQuota(transaction, catalogue, order.user_id, { workloads: 0, gpus: order.gpus, storage: 0 });
  const hold = holdFor(rate);
  await checkSpending(transaction, order.user_id, { hold });
  await countRequest(transaction, catalogue, order.user_id, startsPerHour);
  await holdForHour(transaction, order, { ...rate, hold });
  await noteStart(transaction, order, rate, restartedAt);
  return true;
}

/** Whether a requested start is not over. */
function isStarting({ start_requested_at: requested }: Row<'workload_order'>, pastStart?: Date): boolean {
  return requested !== null && (pastStart === undefined || requested > pastStart);
}

async function noteStart(
  transaction: Transaction,
  order: Row<'workload_order'>,
  { price, unit }: Pick<Terms, 'price' | 'unit'>,
  restartedAt: Date | undefined,
): Promise<void> {
  const start_requested_at = restartedAt ?? order.start_requested_at;
  const funds = { out_of_funds_at: null, out_of_funds_before: order.out_of_funds_at };
  await transaction
    .updateTable('workload_order')
    .set({ price, unit, start_requested_at, ...funds })
    .where('id', '=', order.id)
    .execute();
}
