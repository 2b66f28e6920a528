/** Requests for a second operator, open and decided. */
import type { Approval } from '@gpulease/contract/approvals';
import type { Page } from '@gpulease/contract/common';
import type { ApprovalStatus } from '@gpulease/contract/enums';
import { formatAmount } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { newestFirst } from '../../lists/newest-first.ts';
import { mapPage, selectPage } from '../../lists/page.ts';
import type { Database, Row, Transaction } from '../../database/schema.ts';
import { containing, usersNamed } from '../../lists/search.ts';
import { notFound } from '../../http/not-found.ts';

/** Returns one page of all requests, newest first. */
export async function listApprovals(
  database: Database,
  query: Query<'listApprovals'>,
): Promise<Page<Approval>> {
  let select = selectApprovals(database);
  if (query.status) select = select.where(shownStatus, '=', query.status);
  if (query.search) {
    const pattern = containing(query.search);
    const ofUser = (await usersNamed(database, query.search))(sql`approval.user_id`);
    select = select.where(
      sql<boolean>`(${ofUser} OR approval.id ILIKE ${pattern} OR asked_by ILIKE ${pattern} OR approval.reason ILIKE ${pattern})`,
    );
  }
  const order = newestFirst('approval', { amount: sql`abs(approval.amount)` });
  return mapPage(await selectPage(database, select, query, order), toApproval);
}

/** Returns a request. Throws RESOURCE_NOT_FOUND. */
export async function readApproval(database: Database | Transaction, id: string): Promise<Approval> {
  return toApproval(
    await selectApprovals(database).where('approval.id', '=', id).executeTakeFirstOrThrow(notFound),
  );
}

/** A request without a timely decision has expired. */
const shownStatus: RawBuilder<ApprovalStatus> = sql`
  CASE WHEN approval.status = 'PENDING' AND expires_at <= billing_clock() THEN 'EXPIRED' ELSE approval.status END`;

type Shown = Omit<Row<'approval'>, 'status'> & {
  readonly status: ApprovalStatus;
  readonly username: string;
  readonly owed_recharge_id: string | null;
};

/** The recharge whose refund a receivable is for. */
const owedRecharge = sql<
  string | null
>`(SELECT recharge_id FROM refund WHERE refund.id = approval.receivable_id)`;

function selectApprovals(database: Database | Transaction) {
  return database
    .selectFrom('approval')
    .innerJoin('user_account', 'user_account.id', 'approval.user_id')
    .selectAll('approval')
    .select(['user_account.username', owedRecharge.as('owed_recharge_id'), shownStatus.as('status')]);
}

function toApproval(row: Shown): Approval {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    user: row.username,
    amount: formatAmount(row.amount),
    recharge: row.recharge_id ?? row.owed_recharge_id,
    balanceBefore: formatAmount(row.balance_before),
    balanceAfter: formatAmount(row.balance_after),
    reason: row.reason,
    askedBy: row.asked_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}
