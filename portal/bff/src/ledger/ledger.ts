/** Posting to the ledger: all money moves here or in `metering/settlement.ts`. */
import { createHash } from 'node:crypto';
import type { Fen } from '@gpulease/contract/money';
import { childSpan } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { lockWallets } from './wallets.ts';

type SystemAccount =
  | 'payments:TEST'
  | 'payments:WECHAT'
  | 'adjustments'
  | 'term-revenue'
  | 'deferred-revenue'
  | 'refund-receivable'
  | 'write-off';

/** A movement between a wallet and a system account. */
export interface Posting {
  readonly kind: Row<'ledger_transaction'>['kind'];
  /** Identifies the posting across retries, such as `recharge:R20261121…`. */
  readonly idempotencyKey: string;
  /** `wallet:<user id>` */
  readonly wallet: string;
  readonly counterpart: SystemAccount;
  /** Added to the wallet; negative: taken from it. Fen, not zero. */
  readonly amount: Fen;
  readonly actor?: string;
  readonly reason?: string;
  readonly orderId?: string;
  readonly corrects?: bigint;
}

interface Posted {
  readonly transactionId: bigint;
  /** False if the same posting already existed and nothing moved. */
  readonly isNew: boolean;
}

/** Returns the time of the database's billing clock. */
export async function billingClock(database: Database | Transaction): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT billing_clock() AS at`.execute(database);
  return (rows[0] as { at: Date }).at;
}

/** Posts a movement once; locks the wallet. Throws if the key was used otherwise, or the holds would exceed the balance. */
export function post(transaction: Transaction, posting: Posting): Promise<Posted> {
  return childSpan(`post ${posting.kind}`, {}, () => postOnce(transaction, posting));
}

async function postOnce(transaction: Transaction, posting: Posting): Promise<Posted> {
  await lockWallets(transaction, [posting.wallet]);
  const inputHash = hashOf(posting);
  const transactionId = await insertTransaction(transaction, posting, inputHash);
  if (transactionId === undefined) return existing(transaction, posting, inputHash);
  await sql`
    WITH paid AS (
      UPDATE wallet SET balance = balance + ${posting.amount}, sequence = sequence + 1
      WHERE account_id = ${posting.wallet} RETURNING account_id, balance, sequence
    )
    INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
    SELECT ${transactionId}::bigint, account_id, ${posting.amount}::bigint, balance, sequence FROM paid
    UNION ALL
    SELECT ${transactionId}, ${posting.counterpart}, ${-posting.amount}, NULL, NULL`.execute(transaction);
  return { transactionId, isNew: true };
}

/** A movement of fen, above zero, between two system accounts. */
type OwnPosting = Omit<Posting, 'wallet' | 'counterpart' | 'orderId'> &
  Readonly<Record<'from' | 'to', SystemAccount>>;

/** Posts a movement between system accounts once. Throws if the idempotency key was used for another posting. */
export async function postBetween(
  transaction: Transaction,
  { from, to, ...posting }: OwnPosting,
): Promise<Posted> {
  const entry = { ...posting, wallet: to, counterpart: from };
  const inputHash = hashOf(entry);
  const transactionId = await insertTransaction(transaction, entry, inputHash);
  if (transactionId === undefined) return existing(transaction, entry, inputHash);
  await sql`
    INSERT INTO ledger_entry (transaction_id, account_id, amount)
    VALUES (${transactionId}, ${to}, ${posting.amount}), (${transactionId}, ${from}, ${-posting.amount})`.execute(
    transaction,
  );
  return { transactionId, isNew: true };
}

async function insertTransaction(
  transaction: Transaction,
  posting: Posting,
  inputHash: Buffer,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at, actor, reason, order_id, corrects)
    VALUES (${posting.kind}, ${posting.idempotencyKey}, ${inputHash}, billing_clock(),
      ${posting.actor ?? null}, ${posting.reason ?? null}, ${posting.orderId ?? null}, ${posting.corrects ?? null})
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id`.execute(transaction);
  return rows[0]?.id;
}

async function existing(transaction: Transaction, posting: Posting, inputHash: Buffer): Promise<Posted> {
  const before = await transaction
    .selectFrom('ledger_transaction')
    .select(['id', 'input_hash'])
    .where('idempotency_key', '=', posting.idempotencyKey)
    .executeTakeFirstOrThrow();
  if (!before.input_hash.equals(inputHash)) {
    throw new Error(`The idempotency key ${posting.idempotencyKey} was used for another posting.`);
  }
  return { transactionId: before.id, isNew: false };
}

function hashOf({ kind, wallet, counterpart, amount, actor, reason, orderId, corrects }: Posting): Buffer {
  const input = [kind, wallet, counterpart, amount.toString(), actor, reason, orderId, corrects?.toString()];
  return createHash('sha256').update(JSON.stringify(input)).digest();
}
