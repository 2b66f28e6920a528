/** Recharges as shown to their owners and to operators. */
import type { Recharge } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import { formatAmount } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { notFound } from '../http/not-found.ts';

export type RechargeWithRefunds = Row<'recharge'> & { readonly refunded: bigint };

/** Selects recharges with the refunded amount of each. */
export function selectRecharges(database: Database | Transaction) {
  return database
    .selectFrom('recharge')
    .selectAll('recharge')
    .select(
      sql<bigint>`(SELECT COALESCE(sum(f.amount), 0)::bigint FROM refund f
        WHERE f.recharge_id = recharge.id AND (f.status = 'SUCCEEDED' OR f.decision = 'PAID_BY_HAND'))`.as(
        'refunded',
      ),
    );
}

/** Returns a recharge of any user. Throws if there is none. */
export async function readRecharge(database: Database | Transaction, id: string): Promise<Recharge> {
  return toRecharge(await selectRecharges(database).where('recharge.id', '=', id).executeTakeFirstOrThrow());
}

/** Returns one of a user's recharges. Throws RESOURCE_NOT_FOUND, also for another user's. */
export function ownRecharge(database: Database, userId: string, id: string): Promise<RechargeWithRefunds> {
  const owned = selectRecharges(database).where('user_id', '=', userId);
  return owned.where('recharge.id', '=', id).executeTakeFirstOrThrow(notFound);
}

export const rechargeOrder = newestFirst('recharge', { amount: sql.ref('recharge.amount') });

/** Returns one page of a user's recharges, newest first. */
export async function listRecharges(
  database: Database,
  userId: string,
  query: Query<'listRecharges'>,
): Promise<Page<Recharge>> {
  let select = selectRecharges(database).where('user_id', '=', userId);
  if (query.status) select = select.where('status', '=', query.status);
  return mapPage(await selectPage(database, select, query, rechargeOrder), toRecharge);
}

export function toRecharge(row: RechargeWithRefunds): Recharge {
  return {
    id: row.id,
    method: row.method,
    status: row.status,
    amount: formatAmount(row.amount),
    paymentAmount: formatAmount(row.payment_amount),
    receivedAmount: row.received_amount === null ? null : formatAmount(row.received_amount),
    refundedAmount: formatAmount(row.refunded),
    codeUrl: row.status === 'PENDING' ? row.code_url : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}
