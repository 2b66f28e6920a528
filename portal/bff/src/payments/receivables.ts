/** Customers' debts: refunds that the provider paid beyond their balance. Collected from later available money, or written off. */
import { sql } from 'kysely';
import { least } from '@gpulease/contract/money';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { withTransaction } from '../database/database.ts';
import { failpoint } from '../database/failpoint.ts';
import type { Logger } from '../http/logger.ts';
import { post, postBetween } from '../ledger/ledger.ts';
import { available } from '../ledger/wallets.ts';
import { settle } from '../metering/settlement.ts';
import { notify } from '../notices/notify.ts';

/**
 * Books a refund that was paid without a hold: from the wallet, or as a debt of the customer, who is notified. Returns the
 * transaction. The caller has locked the refund.
 */
export async function takeBack(transaction: Transaction, refund: Row<'refund'>): Promise<bigint> {
  const { id, user_id: userId, account_id: wallet, amount } = refund;
  await settle(transaction, [wallet]);
  const booking = refundBooking(refund);
  const payments = `payments:${refund.method}` as const;
  if ((await available(transaction, wallet)) >= amount) {
    const paid = await post(transaction, { ...booking, wallet, counterpart: payments, amount: -amount });
    return paid.transactionId;
  }
  const owed = await postBetween(transaction, {
    ...booking,
    from: 'refund-receivable',
    to: payments,
    amount,
  });
  await sql`
    INSERT INTO receivable (refund_id, account_id, transaction_id, amount, created_at)
    VALUES (${id}, ${wallet}, ${owed.transactionId}, ${amount}, billing_clock())`.execute(transaction);
  await collect(transaction, wallet);
  await notify(transaction, { userId, kind: 'REFUND_OWED', key: `REFUND_OWED/${id}`, subject: wallet });
  return owed.transactionId;
}

/** Returns the fields of a refund's posting that do not depend on the accounts. */
export function refundBooking({ id, reason, actor }: Row<'refund'>) {
  const booking = { kind: 'REFUND', idempotencyKey: `refund:${id}`, reason } as const;
  return { ...booking, ...(actor !== null && { actor }) };
}

/** Collects a customer's debts, oldest first, when the wallet has received money. Returns the collected fen. */
export async function collect(transaction: Transaction, accountId: string): Promise<bigint> {
  if ((await openReceivables(transaction, accountId).limit(1).execute()).length === 0) return 0n;
  await settle(transaction, [accountId]);
  let sum = 0n;
  // Every change of a receivable locks the wallet, which `settle` has done.
  const open = openReceivables(transaction, accountId).orderBy('created_at').orderBy('refund_id');
  for (const receivable of await open.forUpdate().execute()) {
    const amount = least(openAmount(receivable), await available(transaction, accountId));
    if (amount === 0n) break;
    sum += amount;
    await post(transaction, {
      kind: 'COLLECTION',
      idempotencyKey: `collection:${receivable.refund_id}:${receivable.collected + amount}`,
      wallet: accountId,
      counterpart: 'refund-receivable',
      amount: -amount,
      corrects: receivable.transaction_id,
    });
    failpoint('receivable.collected');
    await reduce(transaction, { ...receivable, collected: receivable.collected + amount });
  }
  return sum;
}

/** Returns the part neither collected nor written off, in fen. */
export function openAmount({ amount, collected, written_off }: Row<'receivable'>): bigint {
  return amount - collected - written_off;
}

/** Records the totals collected and written off. The caller has locked the row. */
export async function reduce(transaction: Transaction, receivable: Row<'receivable'>): Promise<void> {
  const { refund_id, collected, written_off } = receivable;
  await sql`
    UPDATE receivable SET collected = ${collected}, written_off = ${written_off},
      settled_at = CASE WHEN ${openAmount(receivable)}::bigint = 0 THEN billing_clock() END
    WHERE refund_id = ${refund_id}`.execute(transaction);
}

/** Selects an account's open debts. */
export function openReceivables(transaction: Transaction, accountId: string) {
  const receivables = transaction.selectFrom('receivable').selectAll();
  return receivables.where('account_id', '=', accountId).where('settled_at', 'is', null);
}

/** Wallets per turn; the others wait for the next. */
const BATCH = 100;

interface Parts {
  readonly database: Database;
  readonly log: Logger;
}

/** Collects from money that became available without a payment, such as after a stop. A failing wallet does not block others. */
export async function collectDue({ database, log }: Parts): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    SELECT account_id AS account FROM wallet
    WHERE balance > held AND account_id IN (SELECT account_id FROM receivable WHERE settled_at IS NULL)
    LIMIT ${BATCH}`.execute(database);
  for (const { account } of rows) {
    await withTransaction(database, (transaction) => collect(transaction, account)).catch((err: unknown) =>
      log.error({ err, account }, 'Could not collect the debt of a customer, will retry'),
    );
  }
}
