/** What a provider is to be asked about: claimed by one worker at a time, each by its own back-off. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/schema.ts';
import type { RechargeMethod } from './providers.ts';

/** Claimed at once. */
const BATCH = 20;

/** From five seconds, doubled with each check, to five minutes. */
const backOff = sql`LEAST(interval '5 minutes', interval '5 seconds' * power(2, LEAST(checks, 10)))`;

/**
 * Claims recharges that are due for a check; nobody else gets them before their next check. A recharge that is about to
 * expire is checked at that time.
 */
export async function claimRecharges(
  database: Database,
  method: RechargeMethod,
): Promise<Pick<Row<'recharge'>, 'id' | 'method'>[]> {
  const next = sql`CASE WHEN expires_at > billing_clock() THEN LEAST(billing_clock() + ${backOff}, expires_at)
    ELSE billing_clock() + ${backOff} END`;
  const { rows } = await claim<Pick<Row<'recharge'>, 'id' | 'method'>>(sql`recharge`, method, next).execute(
    database,
  );
  return rows;
}

/** Claims refunds without a final answer from the provider. */
export async function claimRefunds(
  database: Database,
  method: RechargeMethod,
): Promise<Pick<Row<'refund'>, 'id'>[]> {
  const next = sql`billing_clock() + ${backOff}`;
  const { rows } = await claim<Pick<Row<'refund'>, 'id'>>(sql`refund`, method, next).execute(database);
  return rows;
}

function claim<Row>(
  table: RawBuilder<unknown>,
  method: RechargeMethod,
  next: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    UPDATE ${table} SET checks = checks + 1, next_check_at = ${next}
    WHERE id IN (
      SELECT id FROM ${table} WHERE status = 'PENDING' AND method = ${method} AND next_check_at <= (SELECT billing_clock())
      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, method`;
}
