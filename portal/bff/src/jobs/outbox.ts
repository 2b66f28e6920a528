/**
 * The outbox: what must happen outside the database is written in the transaction that decides it and done afterwards,
 * at least once, in order for each (topic, key). Handlers must therefore be idempotent.
 */
import { childSpan, traceparent } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { requestId } from '../http/request-id.ts';

/**
 * Adds an entry. It is handed to the topic's handler once the transaction is committed, by runners that look for it: a
 * NOTIFY would make all orders of the platform commit one by one.
 */
export async function enqueue(
  transaction: Transaction,
  topic: string,
  key: string,
  payload: object,
): Promise<void> {
  await childSpan(`enqueue ${topic}`, { kind: 'producer' }, async () => {
    await transaction
      .insertInto('outbox')
      .values({
        ...{ topic, key, done_at: null, last_error: null },
        payload: JSON.stringify(payload),
        request_id: requestId() ?? null,
        traceparent: traceparent() ?? null,
      })
      .execute();
  });
}

/** Takes back what waits for a key; waits for a try that is under way. False where nothing waits any more. */
export async function withdraw(transaction: Transaction, topic: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE outbox SET done_at = clock_timestamp() WHERE topic = ${topic} AND key = ${key} AND done_at IS NULL
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}
