/** Learns the outcome of a payment, from the provider's callback or by a query. */
import type { Recharge } from '@gpulease/contract/billing';
import { childSpan } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { failpoint } from '../database/failpoint.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { post } from '../ledger/ledger.ts';
import type { PaidPayment } from './payment-provider.ts';
import { providerOf, type Providers } from './providers.ts';
import { readRecharge } from './recharge-view.ts';
import { collect } from './receivables.ts';
import { requestCode } from './recharges.ts';

type Asked = Pick<Row<'recharge'>, 'id' | 'method'>;

/** Queries the provider, credits a payment that was made, and closes an expired recharge. */
export async function checkRecharge(
  database: Database,
  providers: Providers,
  { id, method }: Asked,
): Promise<Recharge> {
  const payment = await providerOf(providers, method).query(id);
  if (payment.state === 'SUCCESS') await applyPayment(database, id, payment);
  else if (payment.state === 'CLOSED') await markClosed(database, id);
  else if (await isExpired(database, id)) return closeRecharge(database, providers, { id, method });
  else return requestCode(database, providers, id);
  return readRecharge(database, id);
}

/** Closes an unpaid recharge; if it is paid concurrently, it is credited instead. */
export async function closeRecharge(
  database: Database,
  providers: Providers,
  { id, method }: Asked,
): Promise<Recharge> {
  const provider = providerOf(providers, method);
  await provider.close(id);
  const payment = await provider.query(id);
  if (payment.state === 'SUCCESS') await applyPayment(database, id, payment);
  else await markClosed(database, id);
  return readRecharge(database, id);
}

/** Books a payment once, even of a closed recharge: credited, or quarantined if the amount differs. Throws if there is none. */
export function applyPayment(database: Database, id: string, payment: PaidPayment): Promise<void> {
  const book = async (transaction: Transaction) => {
    const recharge = await lockRecharge(transaction, id);
    if (recharge.provider_transaction_id !== null) return;
    if (payment.amount === recharge.payment_amount) await credit(transaction, recharge, payment);
    else await quarantine(transaction, id, payment);
  };
  const attributes = { 'gpulease.recharge': id };
  return childSpan('book payment', { attributes }, () => withTransaction(database, book));
}

/** Returns the row, locked until the transaction ends. Lock order: recharges, refunds, wallets. */
export function lockRecharge(transaction: Transaction, id: string): Promise<Row<'recharge'>> {
  const recharges = transaction.selectFrom('recharge').selectAll().where('id', '=', id);
  return recharges.forUpdate().executeTakeFirstOrThrow();
}

/** Who decided to credit a payment, and why. */
export interface Decision {
  readonly actor: string;
  readonly reason: string;
}

/** Credits a wallet with the paid amount, then collects the customer's debts from it. */
export async function credit(
  transaction: Transaction,
  { id, account_id, method }: Row<'recharge'>,
  { transactionId, amount, paidAt }: PaidPayment,
  decision?: Decision,
): Promise<void> {
  const posted = await post(transaction, {
    kind: 'RECHARGE',
    idempotencyKey: `recharge:${id}`,
    wallet: account_id,
    counterpart: `payments:${method}`,
    amount,
    ...decision,
  });
  failpoint('recharge.posted');
  await sql`
    UPDATE recharge SET status = 'PAID', amount = ${amount}, payment_amount = ${amount}, received_amount = ${amount},
      paid_at = ${paidAt}, provider_transaction_id = ${transactionId},
      ledger_transaction_id = ${posted.transactionId}
    WHERE id = ${id}`.execute(transaction);
  await collect(transaction, account_id);
}

async function quarantine(transaction: Transaction, id: string, payment: PaidPayment): Promise<void> {
  const { transactionId, amount, paidAt } = payment;
  await sql`
    UPDATE recharge SET status = 'QUARANTINED', received_amount = ${amount}, paid_at = ${paidAt},
      provider_transaction_id = ${transactionId}
    WHERE id = ${id}`.execute(transaction);
}

async function markClosed(database: Database, id: string): Promise<void> {
  await sql`UPDATE recharge SET status = 'CLOSED' WHERE id = ${id} AND status = 'PENDING'`.execute(database);
}

async function isExpired(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('recharge')
    .select(sql<boolean>`status = 'PENDING' AND expires_at < billing_clock()`.as('expired'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.expired;
}
