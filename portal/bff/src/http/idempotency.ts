/**
 * Idempotency keys. One transaction inserts the key's row first, applies all effects, and stores the answer last. A second
 * request with the same key waits for the first on the unique index, then replays its answer. A crash or refusal leaves
 * nothing behind, and the request may be retried.
 */
import { createHash } from 'node:crypto';
import { idempotencyKey } from '@gpulease/contract/validation';
import { DAY_MS, type Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { FairLimit } from './fair-limit.ts';
import { invalidFields, ProductError, rateLimited } from './product-error.ts';

/**
 * Each request holds a connection while its handler may need another: without a limit they would deadlock on the pool. One
 * account gets at most half, so that it cannot block the others.
 */
const atOnce = new FairLimit({ total: 8, perName: 4, mostPerName: 200 });
const RETRY_AFTER_SECONDS = 1;

export const KEY_LIFETIME_MS = DAY_MS;

export interface IdempotentRequest {
  readonly userId: string;
  readonly operation: string;
  readonly key: string | undefined;
  /** The content of the request; other content under the same key is refused. */
  readonly content: unknown;
}

export interface StoredAnswer {
  readonly status: number;
  readonly answer: unknown;
}

/**
 * Runs `work` once per key and stores its answer for 24 hours. Throws INVALID_ARGUMENT for an invalid key,
 * IDEMPOTENCY_KEY_REUSED for other content, and RATE_LIMITED if too many requests of the account are waiting.
 */
export async function idempotently<Done extends StoredAnswer>(
  { database, clock }: { database: Database; clock: Clock },
  request: IdempotentRequest,
  work: (transaction: Transaction) => Promise<Done>,
): Promise<Done | StoredAnswer> {
  const { success, data: key } = idempotencyKey.safeParse(request.key);
  if (!success) throw invalidFields({ 'Idempotency-Key': 'idempotencyKey' });
  if (atOnce.isFull(request.userId)) throw rateLimited(RETRY_AFTER_SECONDS);
  const bodyHash = createHash('sha256').update(JSON.stringify(request.content)).digest();
  const inTransaction = async (transaction: Transaction) => {
    const kept = await claimKey(transaction, { ...request, key, bodyHash, now: clock.now() });
    if (kept) return kept;
    const done = await work(transaction);
    await transaction
      .updateTable('idempotency_key')
      .set({ status: done.status, answer: JSON.stringify(done.answer) })
      .where((row) => row.and({ user_id: request.userId, operation: request.operation, key }))
      .execute();
    return done;
  };
  return atOnce.run(request.userId, () => withTransaction(database, inTransaction));
}

interface Claim extends Omit<IdempotentRequest, 'content' | 'key'> {
  readonly key: string;
  readonly bodyHash: Buffer;
  readonly now: Date;
}

/** Claims the key, or returns the stored answer of the request that claimed it. */
async function claimKey(transaction: Transaction, claim: Claim): Promise<StoredAnswer | undefined> {
  const { userId, operation, key, bodyHash, now } = claim;
  const place = { user_id: userId, operation, key };
  await transaction
    .deleteFrom('idempotency_key')
    .where((row) => row.and(place))
    .where('created_at', '<', new Date(now.getTime() - KEY_LIFETIME_MS))
    .execute();
  const inserted = await transaction
    .insertInto('idempotency_key')
    .values({ ...place, body_hash: bodyHash, status: null, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  const kept = await transaction
    .selectFrom('idempotency_key')
    .select(['body_hash', 'status', 'answer'])
    .where((row) => row.and(place))
    .executeTakeFirstOrThrow();
  if (!kept.body_hash.equals(bodyHash))
    throw new ProductError('REQUEST_FAILED', { reason: 'IDEMPOTENCY_KEY_REUSED' });
  return { status: kept.status ?? 200, answer: kept.answer };
}
