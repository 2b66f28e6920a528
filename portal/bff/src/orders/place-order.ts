/** Settles, prices, checks and holds in the caller's transaction; the outbox then creates the Workload or refunds the money. */
import { randomUUID } from 'node:crypto';
import type { WorkloadSpec } from '@gpulease/crds';
import { settle } from '../metering/settlement.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { toGib } from '../catalogue/size.ts';
import { violatedConstraint } from '../database/errors.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { enqueue } from '../jobs/outbox.ts';
import { checkTerms, type ExpectedTerms } from './expected-price.ts';
import { checkAvailable, checkDisk, checkOffered, offerFor, termsOf, type Terms } from './order-terms.ts';
import { payFor } from './pay-order.ts';
import { checkQuota, checkUser, countRequest, type Quota } from './quota.ts';
import { checkSpending } from './spending-limits.ts';
import { requestTenant } from '../tenants/requests.ts';
import { walletOf } from '../ledger/wallets.ts';

export const CREATE_TOPIC = 'workload.create';

export interface OrderRequest {
  /** The id of an order that the books have lost. */
  readonly id?: string;
  readonly userId: string;
  readonly namespace: string;
  readonly name: string;
  readonly spec: WorkloadSpec;
  /** The uid of an existing Workload (created by kubectl or Git); absent for the portal's own orders. */
  readonly workloadUid?: string;
  /** The terms that the customer was shown; absent: any current terms are accepted. */
  readonly expected?: ExpectedTerms;
  /** Whether it may wait in the queue when nothing is free, as every order from the cluster may. */
  readonly mayWait?: boolean;
  /** The quota of a user without a Tenant. */
  readonly defaultQuota?: Quota;
  /** Whether it should run immediately; otherwise nothing is held until its start. */
  readonly running: boolean;
  /** The platform's limit for tenants without their own; absent if the request is not a customer's, which is not counted. */
  readonly startsPerHour?: number | undefined;
}

/**
 * Places an order and returns its id. Throws ProductError with the reason for a refusal: INVALID_ARGUMENT (not on offer),
 * PRICE_CHANGED, SOLD_OUT, QUOTA, SPENDING_LIMIT, RATE_LIMITED, NAME_TAKEN, INSUFFICIENT_FUNDS, USER_DISABLED, FORBIDDEN (tenant).
 */
export async function placeOrder(
  transaction: Transaction,
  catalogue: Catalogue,
  request: OrderRequest,
): Promise<string> {
  const { userId, spec, defaultQuota } = request;
  const accountId = walletOf(userId);
  await checkUser(transaction, userId);
  const { at } = await settle(transaction, [accountId]);
  const offer = offerFor(catalogue, spec);
  const terms = termsOf(spec, offer, at);
  if (offer.sku) checkDisk(spec, offer.sku, catalogue.images.store.get({ name: spec.image }));
  checkTerms(terms, request.expected);
  const isOurs = request.workloadUid === undefined;
  if (!isOurs || request.mayWait) checkOffered(spec, offer);
  if (terms.term || (isOurs && !request.mayWait)) checkAvailable(terms);
  const storage = toGib(spec.rootDiskSize);
  await checkQuota(transaction, catalogue, userId, { workloads: 1, gpus: terms.gpus, storage, defaultQuota });
  // A machine that does not run yet costs nothing before its start, but a term does.
  if (request.running || terms.term) await checkSpending(transaction, userId, terms);
  await countRequest(transaction, catalogue, userId, request.startsPerHour);
  await requestTenant(transaction, catalogue, userId);
  const id = await insertOrder(transaction, request, terms, at);
  await payFor(transaction, { id, account_id: accountId }, terms, request.running);
  if (isOurs) await enqueue(transaction, CREATE_TOPIC, id, {});
  return id;
}

async function insertOrder(
  transaction: Transaction,
  { id = randomUUID(), userId, namespace, name, spec, workloadUid, running }: OrderRequest,
  terms: Terms,
  at: Date,
): Promise<string> {
  const { gpus, policy, mode, price, unit, quantity, termUnits, term } = terms;
  await transaction
    .insertInto('workload_order')
    .values({
      ...{ id, user_id: userId, account_id: walletOf(userId), namespace, name, accepted_at: at },
      source: workloadUid === undefined ? 'PORTAL' : 'KUBERNETES',
      state: workloadUid === undefined ? 'PLACED' : 'ACTIVE',
      workload_uid: workloadUid ?? null,
      spec: JSON.stringify(spec),
      ...{ gpus, policy, mode, price, unit, quantity, term_units: BigInt(termUnits) },
      ...(term && { term_start: term.start, term_end: term.end, term_charge: term.charge }),
      // If the machine is to run, its first run is owed from the term's start.
      ...(term && running && { owed_since: term.start }),
    })
    .execute()
    .catch((error: unknown) => {
      throw violatedConstraint(error) === undefined
        ? error
        : new ProductError('NAME_TAKEN', { reason: 'WORKLOAD_NAME_TAKEN' }, { cause: error });
    });
  return id;
}
