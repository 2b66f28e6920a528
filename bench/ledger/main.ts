/**
 * Measures the books on this machine: postings compared to pgbench's simple-update, and the settlement of many running
 * machines. `node bench/ledger/main.ts [customers]`; `make bench-ledger` uses 10,000.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withTransaction } from '../../portal/bff/src/database/database.ts';
import type { Database } from '../../portal/bff/src/database/schema.ts';
import { post } from '../../portal/bff/src/ledger/ledger.ts';
import { walletOf } from '../../portal/bff/src/ledger/wallets.ts';
import { settleHours } from '../../portal/bff/src/worker/settle-hours.ts';
import { describeMachine, printTable, type Row } from '../report.ts';
import {
  addCustomers,
  addMachines,
  analyze,
  MACHINES_EACH,
  openBenchBooks,
  type BenchBooks,
} from './books.ts';

const customers = Number(process.argv[2] ?? 10_000);
const load = { clients: 8, seconds: 5 };
const rounds = 3;
const ACCOUNTS = 100_000;

const metrics = { settled: () => undefined };

async function measureTransfers(books: BenchBooks): Promise<Row[]> {
  const { database, owner } = books;
  await preparePgbench(owner);
  await analyze(books);
  const ratios: number[] = [];
  let [postings, updates] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    updates = await perSecond(load, () => simpleUpdate(database));
    postings = await perSecond(load, () => transfer(database, customers));
    ratios.push(postings / updates);
  }
  return [
    [`simple-update, ${load.clients} clients`, `${updates.toFixed(0)} per second`],
    [`postings, ${load.clients} clients`, `${postings.toFixed(0)} per second`],
    [`postings / simple-update, median of ${rounds}`, median(ratios).toFixed(2)],
  ];
}

/** Settles all due hours with `workers` concurrent workers. Returns charges per second. */
async function chargesPerSecond(database: Database, workers: number): Promise<number> {
  const before = await countLines(database);
  const started = performance.now();
  await Promise.all(Array.from({ length: workers }, () => settleHours(database, metrics)));
  const seconds = (performance.now() - started) / 1_000;
  return ((await countLines(database)) - before) / seconds;
}

async function countLines(database: Database): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM usage_line`.execute(database);
  return Number(rows[0]?.count ?? 0);
}

/** Adds machines whose first hour is over. Returns the number of the next customer. */
async function nextMachines(books: BenchBooks, first: number, count: number): Promise<number> {
  await addMachines(books.database, { first, count, hours: 1 });
  await analyze(books);
  return first + count;
}

/** Measures the baseline again with each settlement, since the speed of a shared machine varies. */
async function measureSettlement(books: BenchBooks): Promise<Row[]> {
  const { database } = books;
  const slice = Math.floor((customers * 9) / (20 * rounds));
  let next = await nextMachines(books, 0, customers / 10);
  const few = await chargesPerSecond(database, 1);
  const alone: number[] = [];
  const beside: number[] = [];
  const shared: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const yardstick = await perSecond(load, () => simpleUpdate(database));
    next = await nextMachines(books, next, slice);
    const one = await chargesPerSecond(database, 1);
    next = await nextMachines(books, next, slice);
    const two = await chargesPerSecond(database, 2);
    alone.push(one);
    beside.push(one / yardstick);
    shared.push(two / one);
  }
  const machines = (count: number) => `${count * MACHINES_EACH} machines`;
  return [
    [`settlement of ${machines(customers / 10)}, one worker`, `${few.toFixed(0)} charges per second`],
    [
      `settlement of ${machines(slice)} beside ${machines(next)}, one worker`,
      `${median(alone).toFixed(0)} charges per second`,
    ],
    [`one worker / simple-update, median of ${rounds}`, median(beside).toFixed(1)],
    [`two workers / one, median of ${rounds}`, median(shared).toFixed(2)],
  ];
}

async function measureSize(database: Database): Promise<Row[]> {
  const count = 100;
  const first = customers;
  await addCustomers(database, first, count);
  await addMachines(database, { first, count, hours: 24 });
  const before = await bytes(database);
  await settleHours(database, metrics);
  const each = ((await bytes(database)) - before) / (count * MACHINES_EACH);
  return [['books of one machine for a day', `${(each / 1_000).toFixed(1)} kB`]];
}

async function bytes(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    SELECT sum(pg_total_relation_size(name::regclass))::bigint AS bytes
    FROM unnest(ARRAY['ledger_transaction', 'ledger_entry', 'usage_line']) AS name`.execute(database);
  return Number(rows[0]?.bytes ?? 0);
}

/** Calls `once` from concurrent clients for some seconds. Returns calls per second. */
async function perSecond(
  { clients, seconds }: { clients: number; seconds: number },
  once: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const ends = started + seconds * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < ends) {
        await once();
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}

/** Posts one transaction between a random customer's wallet and a platform account. */
function transfer(database: Database, customers: number): Promise<unknown> {
  return withTransaction(database, (transaction) =>
    post(transaction, {
      kind: 'RECHARGE',
      idempotencyKey: randomUUID(),
      wallet: walletOf(`c${randomInt(customers)}`),
      counterpart: 'payments:TEST',
      amount: 1n,
    }),
  );
}

/** Creates the tables of pgbench at scale 1. */
async function preparePgbench(owner: Database): Promise<void> {
  const statements = [
    sql`CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84))`,
    sql`CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))`,
    sql`INSERT INTO pgbench_accounts SELECT n, 1, 0, '' FROM generate_series(1, ${ACCOUNTS}::int) AS n`,
  ];
  for (const statement of statements) await statement.execute(owner);
}

/**
 * Runs the transaction of `pgbench --builtin=simple-update` through the same driver, as the machine's baseline.
 * https://www.postgresql.org/docs/current/pgbench.html
 */
function simpleUpdate(database: Database): Promise<unknown> {
  const [aid, delta] = [randomInt(1, ACCOUNTS + 1), randomInt(-5_000, 5_001)];
  return withTransaction(database, async (transaction) => {
    await sql`UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`.execute(
      transaction,
    );
    await sql`SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}`.execute(transaction);
    await sql`INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
      VALUES (1, 1, ${aid}, ${delta}, CURRENT_TIMESTAMP)`.execute(transaction);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const books = await openBenchBooks(load.clients);
try {
  await addCustomers(books.database, 0, customers);
  const posted = await measureTransfers(books);
  const settled = await measureSettlement(books);
  printTable(describeMachine(), [...posted, ...settled, ...(await measureSize(books.database))]);
} finally {
  await books.stop();
}
