/** Receivables as operators see them, and their write-off. */
import type { Receivable } from '@gpulease/contract/refunds';
import type { Page } from '@gpulease/contract/common';
import type { ReceivableStatus } from '@gpulease/contract/enums';
import { formatAmount, type Fen } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { notFound } from '../http/not-found.ts';
import { ProductError } from '../http/product-error.ts';
import { postBetween } from '../ledger/ledger.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { openAmount, reduce } from './receivables.ts';
import { refundMatches } from './refunds.ts';

/** Returns one page of customers' debts, open and settled, newest first. */
export async function listReceivables(
  database: Database,
  query: Query<'listReceivables'>,
): Promise<Page<Receivable>> {
  let select = selectReceivables(database);
  if (query.status) select = select.where(statusSql[query.status]);
  if (query.user) select = select.where('username', '=', query.user);
  if (query.search) select = select.where(await refundMatches(database, query.search));
  const order = newestFirst('receivable', { amount: sql.ref('receivable.amount') }, 'refund_id');
  return mapPage(await selectPage(database, select, query, order), toReceivable);
}

const statusSql: Readonly<Record<ReceivableStatus, RawBuilder<boolean>>> = {
  OPEN: sql`receivable.settled_at IS NULL`,
  COLLECTED: sql`receivable.settled_at IS NOT NULL AND written_off = 0`,
  WRITTEN_OFF: sql`written_off > 0`,
};

/** Who writes it off, and why. */
export interface WriteOff {
  readonly actor: string;
  readonly reason: string;
  /** Fen that were open at the approval; absent: whatever is open. */
  readonly agreed?: Fen;
}

/** Returns a receivable's customer and open fen. Throws RESOURCE_NOT_FOUND; ILLEGAL_TRANSITION if nothing is open. */
export async function readOpen(transaction: Transaction, id: string) {
  const found = await find(transaction, id);
  const amount = openAmount(found);
  if (amount === 0n) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  return { username: found.username, amount };
}

/** Writes off the open fen. Throws RESOURCE_NOT_FOUND, ILLEGAL_TRANSITION if nothing is open, and AMOUNT_CHANGED. */
export async function writeOffReceivable(
  transaction: Transaction,
  id: string,
  { agreed, ...by }: WriteOff,
): Promise<Receivable> {
  const { account_id } = await find(transaction, id);
  await lockWallets(transaction, [account_id]);
  const receivables = transaction.selectFrom('receivable').selectAll().where('refund_id', '=', id);
  const receivable = await receivables.forUpdate().executeTakeFirstOrThrow();
  const amount = openAmount(receivable);
  if (amount === 0n) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  refuseOther(amount, agreed);
  await postBetween(transaction, {
    kind: 'WRITE_OFF',
    idempotencyKey: `write-off:${id}`,
    ...{ from: 'write-off', to: 'refund-receivable', amount, corrects: receivable.transaction_id },
    ...by,
  });
  await reduce(transaction, { ...receivable, written_off: amount });
  return toReceivable(await find(transaction, id));
}

/** Throws AMOUNT_CHANGED if the open fen are not those agreed on. */
export function refuseOther(open: Fen, agreed: Fen | undefined): void {
  if (agreed !== undefined && agreed !== open)
    throw new ProductError('REQUEST_FAILED', { reason: 'AMOUNT_CHANGED' });
}

function find(transaction: Transaction, id: string): Promise<Shown> {
  return selectReceivables(transaction).where('refund_id', '=', id).executeTakeFirstOrThrow(notFound);
}

type Shown = Row<'receivable'> &
  Pick<Row<'refund'>, 'recharge_id' | 'reason'> & { readonly username: string };

function selectReceivables(database: Database | Transaction) {
  return database
    .selectFrom('receivable')
    .innerJoin('refund', 'refund.id', 'receivable.refund_id')
    .innerJoin('user_account', 'user_account.id', 'refund.user_id')
    .selectAll('receivable')
    .select(['user_account.username', 'refund.recharge_id', 'refund.reason']);
}

function toReceivable(row: Shown): Receivable {
  return {
    id: row.refund_id,
    user: row.username,
    recharge: row.recharge_id,
    status: statusOf(row),
    amount: formatAmount(row.amount),
    collected: formatAmount(row.collected),
    writtenOff: formatAmount(row.written_off),
    open: formatAmount(openAmount(row)),
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

function statusOf({ settled_at, written_off }: Row<'receivable'>): ReceivableStatus {
  if (settled_at === null) return 'OPEN';
  return written_off === 0n ? 'COLLECTED' : 'WRITTEN_OFF';
}
