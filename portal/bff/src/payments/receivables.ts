/**
 * What customers owe: refunds that the provider paid beyond what they had. It is collected from whatever becomes available
 * in their wallet, unless an operator writes it off.
 */
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
 * Books a refund that the provider has paid although no money was held for it: from the wallet, or as a debt of the
 * customer, who is notified. Returns the transaction. The caller has locked the refund.
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
    ...{ from: 'refund-receivable', to: payments, amount },
  });
  await sql`
    INSERT INTO receivable (refund_id, account_id, transaction_id, amount, created_at)
    VALUES (${id}, ${wallet}, ${owed.transactionId}, ${amount}, billing_clock())`.execute(transaction);
  await collect(transaction, wallet);
  await notify(transaction, { userId, kind: 'REFUND_OWED', key: `REFUND_OWED/${id}`, subject: wallet });
  return owed.transactionId;
}

/** What books a refund, whichever accounts it goes between. */
export function refundBooking({ id, reason, actor }: Row<'refund'>) {
  return {
    kind: 'REFUND',
    idempotencyKey: `refund:${id}`,
    reason,
    ...(actor !== null && { actor }),
  } as const;
}

/**
 * Collects a customer's debts from the available balance, oldest first. Call it after money has come into the wallet.
 * Returns the collected amount in fen.
 */
export async function collect(transaction: Transaction, accountId: string): Promise<bigint> {
  if (!(await owesAnything(transaction, accountId))) return 0n;
  await settle(transaction, [accountId]);
  let sum = 0n;
  for (const receivable of await lockOpen(transaction, accountId)) {
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

/** What of it nobody has paid or written off, in fen. */
export function openAmount({ amount, collected, written_off }: Row<'receivable'>): bigint {
  return amount - collected - written_off;
}

/** Notes what was collected and written off by now. The caller has locked the row. */
export async function reduce(transaction: Transaction, receivable: Row<'receivable'>): Promise<void> {
  const { refund_id, collected, written_off } = receivable;
  await sql`
    UPDATE receivable SET collected = ${collected}, written_off = ${written_off},
      settled_at = CASE WHEN ${openAmount(receivable)}::bigint = 0 THEN billing_clock() END
    WHERE refund_id = ${refund_id}`.execute(transaction);
}

async function owesAnything(transaction: Transaction, accountId: string): Promise<boolean> {
  const open = await transaction
    .selectFrom('receivable')
    .select('refund_id')
    .where('account_id', '=', accountId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** The caller has locked the wallet, as every change of a receivable requires. */
function lockOpen(transaction: Transaction, accountId: string): Promise<Row<'receivable'>[]> {
  return transaction
    .selectFrom('receivable')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('refund_id')
    .forUpdate()
    .execute();
}

/** Wallets looked at once; the others wait for the next turn. */
const BATCH = 100;

/**
 * Collects from wallets where money became available without a payment, such as after a machine stopped. A failing
 * wallet does not block others.
 */
export async function collectDue({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    SELECT account_id AS account FROM wallet
    WHERE balance > held AND account_id IN (SELECT account_id FROM receivable WHERE settled_at IS NULL)
    LIMIT ${BATCH}`.execute(database);
  for (const { account } of rows) {
    await withTransaction(database, (transaction) => collect(transaction, account)).catch(
      (error: unknown) => {
        log.error({ err: error, account }, 'What a customer owes was not collected, will be tried again');
      },
    );
  }
}
