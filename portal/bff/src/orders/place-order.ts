/**
 * Orders. Placing one settles the wallet, prices, checks and holds in the caller's transaction; the outbox then makes
 * the Workload. A crash at any point ends in one Workload and one order, or in none and the money back.
 */
import { randomUUID } from 'node:crypto';
import type { PricingPolicy, WorkloadSpec } from '@gpulease/crds';
import type { PricingUnit } from '@gpulease/contract/enums';
import { formatAmount, formatPrice, parsePrice } from '@gpulease/contract/money';
import { hasHold, placeHold, releaseHold } from '../ledger/holds.ts';
import { post } from '../ledger/ledger.ts';
import { settle } from '../metering/settlement.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { toGib } from '../catalog/size.ts';
import { isUnready } from '../catalog/views.ts';
import { violatedConstraint } from '../database/errors.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { enqueue } from '../jobs/outbox.ts';
import { lockOrder } from './order-states.ts';
import { holdFor, rateOf, type Rate } from './rates.ts';
import { checkQuota, checkUser, countRequest, startLimit, type Quota } from './quota.ts';
import { checkAvailable, checkDisk, checkOffered, offerFor, termsOf, type Terms } from './order-terms.ts';
import { requestTenant } from '../tenants/requests.ts';
import { missingFor, walletOf } from '../ledger/wallets.ts';

export const CREATE_TOPIC = 'workload.create';

/** The price of all SKUs in yuan, for one unit. */
export interface ExpectedRate {
  readonly expectedPrice: string;
  readonly expectedUnit: PricingUnit;
}

/** The charge at order in yuan: the whole reserved term, 0.00 otherwise. */
interface Expected extends ExpectedRate {
  readonly expectedCharge: string;
}

/** The platform's limit, of a tenant without one of its own; absent for what no customer asks for, which is not counted. */
type StartsPerHour = number | undefined;

export interface OrderRequest {
  /** Of an order that the books have lost. */
  readonly id?: string;
  readonly userId: string;
  readonly namespace: string;
  readonly name: string;
  readonly spec: WorkloadSpec;
  /** The uid of a Workload that is there already (made by kubectl or Git); absent for the portal's own orders. */
  readonly workloadUid?: string;
  /** What the customer was shown; absent: at whatever holds now. */
  readonly expected?: Expected;
  /** Whether it is placed though none is free, to wait in the queue, as all do that come from the cluster. */
  readonly mayWait?: boolean;
  /** The quota of a user without a Tenant. */
  readonly defaultQuota?: Quota;
  /** Whether it should run immediately; otherwise nothing is held until it is started. */
  readonly running: boolean;
  readonly startsPerHour?: StartsPerHour;
}

/**
 * Places an order and returns its id. Throws ProductError with what stands against it: INVALID_ARGUMENT (not on offer),
 * PRICE_CHANGED, SOLD_OUT, QUOTA, RATE_LIMITED, NAME_TAKEN, INSUFFICIENT_FUNDS, USER_DISABLED, FORBIDDEN (tenant).
 */
export async function placeOrder(
  transaction: Transaction,
  catalog: Catalog,
  request: OrderRequest,
): Promise<string> {
  const { userId, spec, defaultQuota } = request;
  const accountId = walletOf(userId);
  await checkUser(transaction, userId);
  const { at } = await settle(transaction, [accountId]);
  const offer = offerFor(catalog, spec);
  const terms = termsOf(spec, offer, at);
  if (offer.sku) checkDisk(spec, offer.sku, catalog.images.store.get({ name: spec.image }));
  if (request.expected) checkTerms(terms, request.expected);
  const isOurs = request.workloadUid === undefined;
  if (!isOurs || request.mayWait) checkOffered(spec, offer);
  if (terms.term || (isOurs && !request.mayWait)) checkAvailable(terms);
  const storage = toGib(spec.rootDiskSize);
  await checkQuota(transaction, catalog, userId, { workloads: 1, gpus: terms.gpus, storage, defaultQuota });
  await countFor(transaction, catalog, userId, request.startsPerHour);
  await requestTenant(transaction, catalog, userId);
  const id = await insertOrder(transaction, request, terms, at);
  await payFor(transaction, { id, account_id: accountId }, terms, request.running);
  if (isOurs) await enqueue(transaction, CREATE_TOPIC, id, {});
  return id;
}

export interface StartRequest {
  /** Absent: at whatever the price is now. */
  readonly expected?: ExpectedRate;
  /** The `spec.restartedAt` that the start will carry; absent where the Workload has it already. */
  readonly restartedAt?: Date;
  /** The newest `restartedAt` of a start that is over. */
  readonly pastStart?: Date | undefined;
  readonly startsPerHour?: StartsPerHour;
}

/**
 * Pays for a new start of an order's machine at the current price. Returns false if a paid start is already under way:
 * concurrent requests are one start. Throws NO_VALID_ORDER if the order is over, PRICE_NOT_READY, and like
 * `placeOrder`. Restrictions on new orders do not apply.
 */
export async function fundStart(
  transaction: Transaction,
  catalog: Catalog,
  orderId: string,
  { expected, restartedAt, pastStart, startsPerHour }: StartRequest,
): Promise<boolean> {
  const order = await lockOrder(transaction, orderId);
  if (order?.state !== 'ACTIVE' || order.rejection !== null) throw new ProductError('NO_VALID_ORDER');
  const isUnderWay = restartedAt ? isStarting(order, pastStart) : await hasHold(transaction, order.id);
  if (isUnderWay) return false;
  const { at } = await settle(transaction, [order.account_id]);
  const policy = catalog.pricingPolicies.store.get({ name: order.policy });
  if (!policy) throw new ProductError('NO_VALID_ORDER');
  await checkUser(transaction, order.user_id);
  if (order.mode === 'RESERVED') {
    if (order.term_end && order.term_end <= at) throw new ProductError('NO_VALID_ORDER');
    await countFor(transaction, catalog, order.user_id, startsPerHour);
    await noteStart(transaction, order, order, restartedAt);
    return true;
  }
  const rate = rateOf(policy, Number(order.quantity));
  checkRate(policy, rate, expected);
  await releaseHold(transaction, order.id);
  await checkQuota(transaction, catalog, order.user_id, { workloads: 0, gpus: order.gpus, storage: 0 });
  await countFor(transaction, catalog, order.user_id, startsPerHour);
  await hold(transaction, order, { ...rate, hold: holdFor(rate) });
  await noteStart(transaction, order, rate, restartedAt);
  return true;
}

async function countFor(
  transaction: Transaction,
  catalog: Catalog,
  userId: string,
  startsPerHour: StartsPerHour,
): Promise<void> {
  if (startsPerHour === undefined) return;
  await countRequest(transaction, userId, startLimit(catalog, userId, startsPerHour));
}

/** A requested start that is not over. */
function isStarting({ start_requested_at: requested }: Row<'workload_order'>, pastStart?: Date): boolean {
  return requested !== null && (pastStart === undefined || requested > pastStart);
}

function checkTerms(terms: Terms, expected: Expected): void {
  const charge = formatAmount(terms.term?.charge ?? 0n);
  if (isAsShown(terms, expected) && expected.expectedCharge === charge) return;
  throw priceChanged(terms, { charge });
}

function checkRate(policy: PricingPolicy, rate: Rate, expected: ExpectedRate | undefined): void {
  if (isUnready(policy)) throw new ProductError('REQUEST_FAILED', { reason: 'PRICE_NOT_READY' });
  if (expected && !isAsShown(rate, expected)) throw priceChanged(rate);
}

function isAsShown({ price, unit, quantity }: Rate, expected: ExpectedRate): boolean {
  return unit === expected.expectedUnit && price * quantity === parsePrice(expected.expectedPrice);
}

function priceChanged({ price, unit, quantity }: Rate, more: { charge?: string } = {}): ProductError {
  const present = { price: formatPrice(price * quantity), unit, ...more };
  return new ProductError('REQUEST_FAILED', { reason: 'PRICE_CHANGED', ...present });
}

async function insertOrder(
  transaction: Transaction,
  { id = randomUUID(), userId, namespace, name, spec, workloadUid, running }: OrderRequest,
  terms: Terms,
  at: Date,
): Promise<string> {
  await transaction
    .insertInto('workload_order')
    .values({
      id,
      user_id: userId,
      account_id: walletOf(userId),
      namespace,
      name,
      source: workloadUid === undefined ? 'PORTAL' : 'KUBERNETES',
      state: workloadUid === undefined ? 'PLACED' : 'ACTIVE',
      workload_uid: workloadUid ?? null,
      spec: JSON.stringify(spec),
      gpus: terms.gpus,
      policy: terms.policy,
      mode: terms.mode,
      price: terms.price,
      unit: terms.unit,
      quantity: terms.quantity,
      term_units: BigInt(terms.termUnits),
      ...termColumns(terms, running),
      accepted_at: at,
      start_requested_at: null,
      out_of_funds_at: null,
      rejection: null,
      closed_at: null,
    })
    .execute()
    .catch((error: unknown) => {
      throw violatedConstraint(error) === undefined
        ? error
        : new ProductError('NAME_TAKEN', { reason: 'WORKLOAD_NAME_TAKEN' }, { cause: error });
    });
  return id;
}

/** Of a machine that is to run, the first run is owed from the term's start. */
function termColumns({ term }: Terms, running: boolean) {
  const { start = null, end = null, charge = null } = term ?? {};
  return {
    term_start: start,
    term_end: end,
    term_charge: charge,
    owed_since: running ? start : null,
    delivered_at: null,
    cancelled_at: null,
  };
}

type Payer = Pick<Row<'workload_order'>, 'id' | 'account_id'>;

async function payFor(transaction: Transaction, order: Payer, terms: Terms, running: boolean): Promise<void> {
  const { term } = terms;
  if (!term) {
    if (running) await hold(transaction, order, terms);
    return;
  }
  refuseMissing(await missingFor(transaction, order.account_id, term.charge));
  await post(transaction, {
    kind: 'TERM',
    idempotencyKey: `term:${order.id}`,
    wallet: order.account_id,
    counterpart: 'deferred-revenue',
    amount: -term.charge,
    orderId: order.id,
  });
}

async function hold(
  transaction: Transaction,
  { id, account_id }: Payer,
  { price, unit, hold: amount }: Pick<Terms, 'price' | 'unit' | 'hold'>,
): Promise<void> {
  refuseMissing(await placeHold(transaction, { orderId: id, accountId: account_id, price, unit, amount }));
}

function refuseMissing(missing: bigint): void {
  if (missing > 0n) throw new ProductError('INSUFFICIENT_FUNDS', { missing: formatAmount(missing) });
}

async function noteStart(
  transaction: Transaction,
  order: Row<'workload_order'>,
  { price, unit }: Pick<Terms, 'price' | 'unit'>,
  restartedAt: Date | undefined,
): Promise<void> {
  await transaction
    .updateTable('workload_order')
    .set({
      ...{ price, unit, out_of_funds_at: null, out_of_funds_before: order.out_of_funds_at },
      start_requested_at: restartedAt ?? order.start_requested_at,
    })
    .where('id', '=', order.id)
    .execute();
}
