/** What a provider is to be asked about: claimed by one worker at a time, each by its own back-off. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { backOff, claimDue, type DueRows } from '../jobs/due-rows.ts';
import type { RechargeMethod } from './providers.ts';

const nextCheck = backOff('checks', '5 seconds', '5 minutes');

/** A recharge that is about to expire is checked at that time. */
const nextOfRecharge: RawBuilder<Date> = sql`
  CASE WHEN expires_at > billing_clock() THEN LEAST(${nextCheck}, expires_at) ELSE ${nextCheck} END`;

const nextOf = { recharge: nextOfRecharge, refund: nextCheck };

export interface DueCheck {
  readonly id: string;
  /** The request that the payment was ordered by, if any. */
  readonly requestId: string | null;
}

/** Open recharges, or refunds without a final answer, that are due for a check; nobody else gets them before their next. */
export async function claimChecks(
  database: Database,
  table: 'recharge' | 'refund',
  method: RechargeMethod,
): Promise<DueCheck[]> {
  const rows: DueRows = {
    ...{ table, key: ['id'], tries: 'checks', due: 'next_check_at', next: nextOf[table] },
    where: sql`status = 'PENDING' AND method = ${method}`,
  };
  return (await claimDue<DueCheck>(rows, sql`id, request_id AS "requestId"`).execute(database)).rows;
}
