import { sql } from 'kysely';
import { createDatabase, createPool } from '../../portal/bff/src/database/database.ts';
import { migrate } from '../../portal/bff/src/database/migrator.ts';
import type { Database } from '../../portal/bff/src/database/schema.ts';
import { startOwnPostgres } from '../../local/src/testing/index.ts';

/** Running machines of each customer. */
export const MACHINES_EACH = 10;

export interface BenchBooks {
  readonly database: Database;
  /** Connection as the schema's owner. */
  readonly owner: Database;
  stop(): Promise<void>;
}

/** Opens empty books on a dedicated PostgreSQL with durable commits, as in production. */
export async function openBenchBooks(connections: number): Promise<BenchBooks> {
  const postgres = await startOwnPostgres();
  await migrate({ ownerUrl: postgres.ownerUrl });
  const database = createDatabase(createPool(postgres.url, connections, 600_000));
  const owner = createDatabase(createPool(postgres.ownerUrl, 1, 600_000));
  return {
    database,
    owner,
    async stop() {
      await Promise.all([database.destroy(), owner.destroy()]);
      await postgres.stop();
    },
  };
}

/** Adds customers with 10,000 yuan each, from one recharge booked as the portal books it. */
export async function addCustomers(database: Database, first: number, count: number): Promise<void> {
  const ids = sql`SELECT 'c' || n AS id FROM generate_series(${first}::int, ${first + count - 1}::int) AS n`;
  await sql`
    INSERT INTO user_account (id, username, password_hash, role, created_at)
    SELECT id, id, '', 'USER', now() FROM (${ids}) AS customer`.execute(database);
  await sql`
    WITH posted AS (
      INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at)
      SELECT 'RECHARGE', 'bench:' || id, '', billing_clock() FROM (${ids}) AS customer
      RETURNING id, 'wallet:' || substr(idempotency_key, 7) AS account_id
    ),
    paid AS (
      UPDATE wallet SET balance = 1000000, sequence = 1 FROM posted WHERE wallet.account_id = posted.account_id
    )
    INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
    SELECT id, account_id, 1000000, 1000000, 1 FROM posted
    UNION ALL SELECT id, 'payments:TEST', -1000000, NULL, NULL FROM posted`.execute(database);
}

/** Adds the machines of these customers, at 1.58 yuan per hour, running for `hours` hours so far. */
export async function addMachines(
  database: Database,
  { first, count, hours }: { first: number; count: number; hours: number },
): Promise<void> {
  await sql`
    WITH machine AS (
      SELECT 'c' || n AS user_id, gen_random_uuid() AS id, gen_random_uuid()::text AS uid, m
      FROM generate_series(${first}::int, ${first + count - 1}::int) AS n, generate_series(1, ${MACHINES_EACH}::int) AS m
    ),
    ordered AS (
      INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, workload_uid, spec, gpus,
        policy, mode, price, unit, quantity, term_units, accepted_at)
      SELECT id, user_id, 'wallet:' || user_id, 'u-' || user_id, 'm-' || m, 'PORTAL', 'ACTIVE', uid, '{}', 1,
        'hourly', 'ON_DEMAND', 1580000, 'HOUR', 1, 1, billing_clock() - make_interval(hours => ${hours}::int)
      FROM machine RETURNING *
    )
    INSERT INTO usage_segment (order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at, charged_through)
    SELECT id, account_id, workload_uid, gen_random_uuid(), price, unit, quantity, accepted_at, accepted_at
    FROM ordered`.execute(database);
}

/** Advances the billing clock by an interval such as `2 minutes`. */
export async function advanceClock({ owner }: BenchBooks, by: string): Promise<void> {
  await sql`
    INSERT INTO billing_clock_advance (ahead) VALUES (${by}::interval)
    ON CONFLICT (only_row) DO UPDATE SET ahead = billing_clock_advance.ahead + excluded.ahead`.execute(owner);
}

/** Updates the statistics, as autovacuum would have. */
export async function analyze({ owner }: BenchBooks): Promise<void> {
  await sql`ANALYZE`.execute(owner);
}
