/** A customer's machines: those by the hour have run since an hour ago, those of reserved terms for a year. */
import { sql } from 'kysely';
import type { Database } from '../../../portal/bff/src/database/schema.ts';

export interface Fleet {
  readonly user: string;
  readonly machines: number;
  readonly terms: number;
  /** Fen that are paid in beside what all customers have. */
  readonly paid: bigint;
}

/** Adds a fleet to a customer with enough money, with the holds of its machines by the hour. */
export async function addFleet(owner: Database, { user, machines, terms }: Fleet): Promise<void> {
  await sql`
    WITH machine AS (
      SELECT n, n > ${machines}::int AS reserved, billing_clock() - CASE WHEN n > ${machines}::int
        THEN interval '364 days' ELSE interval '1 hour' END AS since
      FROM generate_series(1, ${machines + terms}::int) AS n
    ),
    ordered AS (
      INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, workload_uid, spec, gpus,
        policy, mode, price, unit, quantity, term_units, term_start, term_end, term_charge, accepted_at, delivered_at)
      SELECT gen_random_uuid(), ${user}, 'wallet:' || ${user}, 'u-' || ${user}, 'm-' || n, 'PORTAL', 'ACTIVE',
        gen_random_uuid(), '{}', 1, 'bench', CASE WHEN reserved THEN 'RESERVED' ELSE 'ON_DEMAND' END, 1580000, 'HOUR', 1, 1,
        CASE WHEN reserved THEN since END, CASE WHEN reserved THEN since + interval '365 days' END,
        CASE WHEN reserved THEN 1384080 END, since, CASE WHEN reserved THEN since END
      FROM machine RETURNING *
    )
    INSERT INTO usage_segment (order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at, charged_through)
    SELECT id, account_id, workload_uid, gen_random_uuid(), CASE mode WHEN 'RESERVED' THEN 0 ELSE price END, unit, quantity,
      accepted_at, accepted_at
    FROM ordered`.execute(owner);
  await sql`
    WITH placed AS (
      INSERT INTO hold (order_id, account_id, price, unit, target, amount, created_at)
      SELECT id, account_id, price, unit, 158, 158, accepted_at FROM workload_order
      WHERE user_id = ${user} AND mode = 'ON_DEMAND' ORDER BY name RETURNING account_id, amount
    )
    UPDATE wallet SET held = (SELECT sum(amount) FROM placed) WHERE user_id = ${user}`.execute(owner);
}
