/** Writes books with a long history by SQL without triggers, with the same result as the portal but faster. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../portal/bff/src/database/schema.ts';

export interface Size {
  readonly users: number;
  readonly entries: number;
}

/** Extent of the written history. */
export interface History {
  /** Number of users, from the first, with one running machine each. */
  readonly renters: number;
  /** Hours that each machine has run; ten times as long for every hundredth. */
  readonly hours: number;
}

/** Fen per hour. */
const HOURLY = 158;
const RUN_LONG = 100;
const TIMES_AS_LONG = 10;

/** Returns a history with roughly the requested entries, in which one user in ten rents. */
function planOf({ users, entries }: Size): History {
  const renters = Math.max(RUN_LONG, Math.floor(users / 10));
  const each = 1 + (TIMES_AS_LONG - 1) / RUN_LONG;
  return { renters, hours: Math.max(1, Math.round((entries - 2 * users) / (2 * renters * each))) };
}

/** Returns the id of the nth user, as long as a real one. */
export async function userId(database: Database, n: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT md5('user' || ${n}::int)::uuid::text AS id`.execute(
    database,
  );
  return rows[0]?.id ?? '';
}

/** Fills empty books; requires the owner's rights. */
export async function writeHistory(owner: Database, size: Size): Promise<History> {
  const history = planOf(size);
  await owner.connection().execute(async (connection) => {
    const run = (query: RawBuilder<unknown>) => query.execute(connection);
    await run(sql`SET synchronous_commit = off`);
    await run(sql`SET maintenance_work_mem = '512MB'`);
    await run(sql`SET work_mem = '256MB'`);
    await setTriggers(connection, 'DISABLE');
    const restore = await dropIndexes(connection);
    await writePeople(run, size, history);
    await writeUsage(run, size, history);
    await writeSums(run);
    for (const statement of restore) await run(sql.raw(statement));
    await setTriggers(connection, 'ENABLE');
    await run(
      sql`VACUUM (ANALYZE) billing_record, wallet, wallet_sum, platform_sum, usage_segment, workload_order, hold`,
    );
    await run(sql`ANALYZE`);
  });
  return history;
}

type Run = (query: RawBuilder<unknown>) => Promise<unknown>;

const tables = [
  'user_account',
  'ledger_account',
  'wallet',
  'workload_order',
  'usage_segment',
  'hold',
  'recharge',
  'ledger_transaction',
  'ledger_entry',
  'usage_line',
  'usage_rating',
  'wallet_sum',
  'billing_record',
  'dunning',
];

async function setTriggers(owner: Database, state: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of tables) await sql.raw(`ALTER TABLE ${table} ${state} TRIGGER USER`).execute(owner);
}

/** Drops the indexes, which are faster to build at the end. Returns the statements that recreate them. */
async function dropIndexes(owner: Database): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    SELECT CASE WHEN c.oid IS NULL THEN 'DROP INDEX ' || i.indexrelid::regclass
        ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
      CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
        ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS make
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
    WHERE i.indrelid = ANY(ARRAY['ledger_transaction', 'ledger_entry', 'usage_line', 'billing_record']::regclass[])
      AND i.indexrelid <> 'ledger_transaction_pkey'::regclass`.execute(owner);
  for (const { drop } of rows) await sql.raw(drop).execute(owner);
  return rows.map(({ make }) => make);
}

/** Writes users with their wallets and one recharge each; for renters also orders, runs and holds. */
async function writePeople(run: Run, { users }: Size, { renters, hours }: History): Promise<void> {
  const longest = hours * TIMES_AS_LONG;
  await run(sql`
    CREATE TEMP TABLE person AS
    SELECT n, md5('user' || n)::uuid::text AS user_id, 'wallet:' || md5('user' || n)::uuid AS account_id,
      md5('order' || n)::uuid AS order_id, hours, 100000 + ${HOURLY}::bigint * hours AS paid, now.hour,
      now.hour - make_interval(hours => ${longest + 24}::int, mins => n % 1000) AS since, now.hour - make_interval(hours => hours) AS started
    FROM (SELECT date_trunc('hour', billing_clock()) AS hour) AS now, generate_series(1, ${users}::int) AS n,
      LATERAL (SELECT CASE WHEN n > ${renters}::int THEN 0 WHEN n % ${RUN_LONG}::int = 0 THEN ${longest}::int
        ELSE ${hours}::int END AS hours) AS rented`);
  await run(sql`CREATE TEMP TABLE renter AS SELECT * FROM person WHERE hours > 0`);
  await run(sql`CREATE INDEX ON renter (hours)`);
  await run(sql`ANALYZE renter`);
  await run(sql`
    INSERT INTO user_account (id, username, password_hash, role, created_at)
    SELECT user_id, 'user-' || n, '', 'USER', since FROM person`);
  await run(sql`INSERT INTO ledger_account (id, kind) SELECT account_id, 'WALLET' FROM person`);
  await run(sql`
    INSERT INTO wallet (account_id, user_id, balance, held, sequence)
    SELECT account_id, user_id, paid - ${HOURLY}::int * hours, CASE WHEN hours > 0 THEN ${HOURLY}::int ELSE 0 END, 1 + hours FROM person`);
  await run(sql`
    INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, workload_uid, spec, gpus, policy,
      mode, price, unit, quantity, term_units, accepted_at)
    SELECT order_id, user_id, account_id, 'u-' || user_id, 'machine-' || n, 'PORTAL', 'ACTIVE', md5('uid' || n)::uuid::text,
      '{}', 1, 'hourly', 'ON_DEMAND', 1580000, 'HOUR', 1, 1, started FROM renter`);
  await run(sql`
    INSERT INTO usage_segment (id, order_id, account_id, workload_uid, run_id, price, unit, quantity, started_at, charged_through, charged)
    OVERRIDING SYSTEM VALUE
    SELECT n, order_id, account_id, md5('uid' || n)::uuid::text, md5('run' || n)::uuid::text, 1580000, 'HOUR', 1, started, hour,
      ${HOURLY}::bigint * hours FROM renter`);
  await run(sql`
    INSERT INTO hold (order_id, account_id, price, unit, target, amount, created_at)
    SELECT order_id, account_id, 1580000, 'HOUR', ${HOURLY}::int, ${HOURLY}::int, started FROM renter`);
  await run(sql`
    INSERT INTO usage_rating (order_id, price, unit, quantity, rated_ms, amount)
    SELECT order_id, 1580000, 'HOUR', 1, hours * 3600000::bigint, ${HOURLY}::bigint * hours FROM renter`);
  await run(sql`
    INSERT INTO dunning (account_id, look_at, funds_end_at)
    SELECT account_id, hour + interval '1 year', hour + make_interval(hours => n % 2000) FROM renter`);
  await run(sql`
    INSERT INTO funding_look (account_id, look_at) SELECT account_id, hour + interval '10 hours' FROM renter`);
  await writeRecharges(run);
}

async function writeRecharges(run: Run): Promise<void> {
  await run(sql`
    INSERT INTO ledger_transaction (id, kind, idempotency_key, input_hash, at)
    OVERRIDING SYSTEM VALUE
    SELECT n, 'RECHARGE', 'recharge:R' || n, sha256(''), since FROM person ORDER BY n`);
  await run(sql`
    INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
    SELECT n, account_id, paid, paid, 1 FROM person
    UNION ALL SELECT n, 'payments:TEST', -paid, NULL, NULL FROM person`);
  await run(sql`
    INSERT INTO recharge (id, user_id, account_id, method, status, amount, payment_amount, received_amount, code_url,
      created_at, expires_at, paid_at, provider_transaction_id, ledger_transaction_id)
    SELECT 'R' || n, user_id, account_id, 'TEST', 'PAID', paid, paid, paid, '', since, since, since, 'T' || n, n FROM person`);
}

/** Writes one hour at a time, like settlement, so that the rows of one wallet are as scattered as in production. */
async function writeUsage(run: Run, { users }: Size, { renters, hours }: History): Promise<void> {
  for (let age = hours * TIMES_AS_LONG - 1; age >= 0; age -= 1) {
    const first = users + (hours * TIMES_AS_LONG - 1 - age) * renters;
    const ended = sql`hour - make_interval(hours => ${age}::int)`;
    const due = sql`renter WHERE hours > ${age}::int`;
    await run(sql`
      INSERT INTO ledger_transaction (id, kind, idempotency_key, input_hash, at, order_id)
      OVERRIDING SYSTEM VALUE
      SELECT ${first}::bigint + n, 'USAGE', 'usage:' || n || ':' || elapsed_ms('epoch', ${ended}), sha256(''), ${ended}, order_id
      FROM ${due}`);
    await run(sql`
      INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
      SELECT ${first}::bigint + n, account_id, -${HOURLY}::int, paid - ${HOURLY}::int * (hours - ${age}::int), 1 + hours - ${age}::int
      FROM ${due}
      UNION ALL SELECT ${first}::bigint + n, 'usage-revenue', ${HOURLY}::int, NULL, NULL FROM ${due}`);
    await run(sql`
      INSERT INTO usage_line (transaction_id, segment_id, started_at, ended_at)
      SELECT ${first}::bigint + n, n, ${ended} - interval '1 hour', ${ended} FROM ${due}`);
  }
  const last = users + hours * TIMES_AS_LONG * renters;
  await run(sql`SELECT setval(pg_get_serial_sequence('ledger_transaction', 'id'), ${last}::bigint)`);
  await run(sql`SELECT setval(pg_get_serial_sequence('usage_segment', 'id'), ${renters}::bigint)`);
}

async function writeSums(run: Run): Promise<void> {
  await run(sql`
    CREATE TEMP TABLE rented_day AS
    SELECT renter.*, day, (day AT TIME ZONE 'Asia/Shanghai')::date AS date, until,
      extract(epoch FROM until - GREATEST(day, started))::int / 3600 AS used
    FROM renter, generate_series(date_trunc('day', started, 'Asia/Shanghai'), hour - interval '1 second', interval '1 day') AS day,
      LATERAL (SELECT LEAST(day + interval '1 day', hour) AS until) AS ending`);
  await run(sql`
    INSERT INTO wallet_sum (account_id, span, starts_at, kind, amount)
    SELECT account_id, 'DAY', date_trunc('day', since, 'Asia/Shanghai'), 'RECHARGE', paid FROM person
    UNION ALL SELECT account_id, 'DAY', day, 'USAGE', -${HOURLY}::int * used FROM rented_day`);
  await run(sql`
    INSERT INTO billing_record (account_id, order_id, day, transaction_id, kind, amount, method, ms, sequence, balance_after, at)
    SELECT account_id, NULL, (since AT TIME ZONE 'Asia/Shanghai')::date, n, 'RECHARGE', paid, 'TEST', 0, 1, paid, since FROM person`);
  await run(sql`
    INSERT INTO billing_record (account_id, order_id, day, transaction_id, kind, amount, method, ms, sequence, balance_after, at)
    SELECT account_id, order_id, date, NULL, 'USAGE', -${HOURLY}::int * used, NULL, used * 3600000::bigint,
      1 + elapsed, paid - ${HOURLY}::int * elapsed, until
    FROM rented_day, LATERAL (SELECT extract(epoch FROM until - started)::int / 3600 AS elapsed) AS since_start
    ORDER BY day`);
  await run(sql`
    INSERT INTO platform_sum (measure, starts_at, amount)
    SELECT kind, starts_at, sum(amount) FROM wallet_sum GROUP BY kind, starts_at
    UNION ALL SELECT 'USERS', timestamptz 'epoch', count(*) FROM person
    UNION ALL SELECT 'ACTIVE_USERS', 'epoch', count(*) FROM person
    UNION ALL SELECT 'BURN', 'epoch', 1580000 * count(*) FROM renter`);
  await run(sql`
    INSERT INTO revenue_sum (mode, day, amount)
    SELECT 'ON_DEMAND', date, ${HOURLY}::bigint * sum(used) FROM rented_day GROUP BY date`);
}
