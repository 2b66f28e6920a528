/** Recharges for operators, and their decisions on recharges that were paid with a different amount. */
import type { AnyRecharge } from '@gpulease/contract/operated-recharges';
import type { Page } from '@gpulease/contract/common';
import type { QuarantineDecision } from '@gpulease/contract/enums';
import { formatAmount } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { containing, usersNamed } from '../lists/search.ts';
import { notFound } from '../http/not-found.ts';
import { ProductError } from '../http/product-error.ts';
import { credit, lockRecharge, type Decision } from './check-recharge.ts';
import type { PaidPayment } from './payment-provider.ts';
import { providerOf, type Providers } from './providers.ts';
import { rechargeOrder, selectRecharges, toRecharge, type RechargeWithRefunds } from './recharge-view.ts';
import { givenBack, insertRefund, refundable } from './refunds.ts';

/** Returns one page of all users' recharges, newest first. */
export async function listAllRecharges(
  database: Database,
  query: Query<'listAllRecharges'>,
): Promise<Page<AnyRecharge>> {
  let select = selectAny(database);
  if (query.status) select = select.where('recharge.status', '=', query.status);
  if (query.user) select = select.where('username', '=', query.user);
  if (query.search) {
    const pattern = containing(query.search);
    const ofUser = (await usersNamed(database, query.search))(sql`recharge.user_id`);
    select = select.where(
      sql<boolean>`(${ofUser} OR recharge.id ILIKE ${pattern} OR provider_transaction_id ILIKE ${pattern})`,
    );
  }
  return mapPage(await selectPage(database, select, query, rechargeOrder), toAnyRecharge);
}

/**
 * Credits a payment, or refunds it and returns the refund to carry out after the commit. Throws RESOURCE_NOT_FOUND, and
 * ILLEGAL_TRANSITION for a recharge that is not (or no longer) in quarantine or is being refunded.
 */
export async function decideRecharge(
  transaction: Transaction,
  providers: Providers,
  id: string,
  { decision, ...by }: Decision & { readonly decision: QuarantineDecision },
): Promise<{ recharge: AnyRecharge; refundId: string | undefined }> {
  await anyRecharge(transaction, id);
  const recharge = await lockRecharge(transaction, id);
  const payment = paymentOf(recharge);
  if (!payment || (await givenBack(transaction, id)) > 0n) {
    throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  }
  let refundId: string | undefined;
  if (decision === 'CREDIT') await credit(transaction, recharge, payment, by);
  else {
    providerOf(providers, recharge.method);
    const refund = { ...by, amount: payment.amount, source: 'QUARANTINE' } as const;
    ({ id: refundId } = await insertRefund(transaction, recharge, refund));
  }
  return { recharge: await anyRecharge(transaction, id), refundId };
}

/** Returns a recharge as operators see it. Throws RESOURCE_NOT_FOUND. */
export async function anyRecharge(database: Database | Transaction, id: string): Promise<AnyRecharge> {
  return toAnyRecharge(
    await selectAny(database).where('recharge.id', '=', id).executeTakeFirstOrThrow(notFound),
  );
}

function selectAny(database: Database | Transaction) {
  return selectRecharges(database)
    .innerJoin('user_account', 'user_account.id', 'recharge.user_id')
    .select(['user_account.username', refundable.as('refundable')]);
}

type AnyRow = RechargeWithRefunds & { readonly username: string; readonly refundable: bigint };

function toAnyRecharge(row: AnyRow): AnyRecharge {
  return {
    ...toRecharge(row),
    user: row.username,
    transactionId: row.provider_transaction_id,
    refundableAmount: formatAmount(row.refundable),
  };
}

/** Returns the payment of a recharge in quarantine; undefined for any other. */
export function paymentOf({
  status,
  received_amount: amount,
  provider_transaction_id: transactionId,
  paid_at: paidAt,
}: Row<'recharge'>): PaidPayment | undefined {
  if (status !== 'QUARANTINED' || amount === null || transactionId === null || !paidAt) return undefined;
  return { amount, transactionId, paidAt };
}
