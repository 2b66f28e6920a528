/**
 * The outbox: effects outside the database are written in the transaction that decides them and executed afterwards, at
 * least once and in order for each (topic, key). Handlers must therefore be idempotent.
 */
import { childSpan, traceparent } from '@gpulease/kube/tracing';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { requestId } from '../http/request-id.ts';

/**
 * Adds an entry, which goes to the topic's handler after the transaction commits. Runners poll for it, because NOTIFY
 * would serialize the commits of all orders.
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

/** Withdraws a key's pending entries, waiting for a try in progress. Returns false if none are pending. */
export async function withdraw(transaction: Transaction, topic: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE outbox SET done_at = clock_timestamp() WHERE topic = ${topic} AND key = ${key} AND done_at IS NULL
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}
