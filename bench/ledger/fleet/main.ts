/** Compares a customer with many machines to one with few: settlement, and reading one of the orders. */
import { sql } from 'kysely';
import { withTransaction } from '../../../portal/bff/src/database/database.ts';
import type { Database } from '../../../portal/bff/src/database/schema.ts';
import { walletOf } from '../../../portal/bff/src/ledger/wallets.ts';
import { settle } from '../../../portal/bff/src/metering/settlement.ts';
import { readAccounts } from '../../../portal/bff/src/orders/workload-accounts.ts';
import { readOrders } from '../../../portal/bff/src/orders/order-facts.ts';
import { give } from '../../../portal/bff/src/testing/books.ts';
import { describeMachine, percentile, printTable, type Row } from '../../report.ts';
import { addCustomers, advanceClock, analyze, openBenchBooks } from '../books.ts';

/** A customer's machines: hourly ones have run for an hour, those of reserved terms for a year. */
interface Fleet {
  readonly user: string;
  readonly machines: number;
  readonly terms: number;
  /** Fen paid in addition to every customer's initial balance. */
  readonly paid: bigint;
}

const [machines = 3_000, terms = 100] = process.argv.slice(2).map(Number);
const TIMES = 20;
/** More fen than a machine costs in two days. */
const TWO_DAYS = 8_000n;
/** Enough fen for a machine during the whole benchmark. */
const TWELVE_HOURS = 2_000n;
const few: Fleet = { user: 'c1', machines: 10, terms: 1, paid: 0n };
const many: Fleet = { user: 'c0', machines, terms, paid: BigInt(machines) * TWO_DAYS };
const poor: Fleet = { user: 'c2', machines, terms, paid: BigInt(machines) * TWELVE_HOURS };
/** The initial 10,000 yuan are used up before its orders are read. */
const broke: Fleet = { user: 'c3', machines, terms, paid: 0n };
const names = new Map([
  [few, ''],
  [many, ''],
  [poor, ', money for hours'],
  [broke, ', no money left'],
]);
const fleets = [...names.keys()];

type Measured = readonly [what: string, work: (database: Database, fleet: Fleet) => Promise<unknown>];

const measured: readonly Measured[] = [
  ['settling the minutes since the last time', (database, { user }) => settleNow(database, user)],
  [
    'one order, as each look at its machine reads it',
    async (database, { user }) => readOrders(database, { id: await anOrder(database, user) }),
  ],
  [
    'its account, as a page shows it',
    async (database, { user }) => readAccounts(database, [await anOrder(database, user)]),
  ],
];

function settleNow(database: Database, user: string): Promise<unknown> {
  return withTransaction(database, (transaction) => settle(transaction, [walletOf(user)]));
}

async function anOrder(database: Database, user: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM workload_order WHERE user_id = ${user} AND name = 'm-1'`.execute(database);
  return rows[0]?.id ?? '';
}

async function median(fleet: Fleet, [, work]: Measured): Promise<string> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    await advanceClock(books, '2 minutes');
    const started = performance.now();
    await work(books.database, fleet);
    times.push(performance.now() - started);
  }
  return `p50 ${percentile(times, 50)} ms, p99 ${percentile(times, 99)} ms`;
}

function nameOf(fleet: Fleet): string {
  return `${fleet.machines} machines${names.get(fleet) ?? ''}`;
}

/** Adds a fleet to a customer with sufficient balance, with the holds of the hourly machines. */
async function addFleet(owner: Database, { user, machines, terms }: Fleet): Promise<void> {
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

const books = await openBenchBooks(2);
try {
  const { database } = books;
  await addCustomers(database, 0, fleets.length);
  for (const fleet of fleets) {
    if (fleet.paid > 0n) await give(database, fleet.user, fleet.paid);
    await addFleet(books.owner, fleet);
  }
  await analyze(books);
  for (const { user } of fleets) await settleNow(database, user);
  await analyze(books);
  const rows: Row[] = [];
  for (const what of measured) {
    for (const fleet of fleets) rows.push([`${what[0]}, ${nameOf(fleet)}`, await median(fleet, what)]);
  }
  printTable(describeMachine(), rows);
} finally {
  await books.stop();
}
