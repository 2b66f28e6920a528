/**
 * Measures reads, a sweep and the checks in books with a long history. `node bench/ledger/scale/main.ts [users] [entries]`;
 * `make bench-ledger-scale` uses 20,000 users and 2,000,000 entries.
 */
import { sql } from 'kysely';
import type { Database } from '../../../portal/bff/src/database/schema.ts';
import { readDunningSchedule } from '../../../portal/bff/src/dunning/schedule.ts';
import { createLogger } from '../../../portal/bff/src/http/logger.ts';
import type { WorkerContext } from '../../../portal/bff/src/worker/context.ts';
import {
  findNewViolations,
  findViolations,
  type Violation,
} from '../../../portal/bff/src/worker/check-books.ts';
import { createFullPass } from '../../../portal/bff/src/worker/full-pass.ts';
import { sweep } from '../../../portal/bff/src/worker/sweep.ts';
import { createOrderRetries } from '../../../portal/bff/src/worker/order-retries.ts';
import { describeMachine, printTable, type Row } from '../../report.ts';
import { advanceClock, openBenchBooks, type BenchBooks } from '../books.ts';
import { writeHistory, type Size } from './history.ts';
import { measureReads } from './reads.ts';
import { catalogue, workloadsOf } from './fakes.ts';

const [users = 20_000, entries = 2_000_000] = process.argv.slice(2).map(Number);
const size: Size = { users, entries };

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return seconds(began);
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(2)} s`;
}

async function readSize(database: Database): Promise<Row[]> {
  const { rows } = await sql<{ table: string; count: bigint; size: string }>`
    SELECT relname AS table, reltuples::bigint AS count, pg_size_pretty(pg_total_relation_size(oid)) AS size
    FROM pg_class WHERE relname = ANY(ARRAY['ledger_entry', 'ledger_transaction', 'usage_line', 'billing_record', 'wallet_sum'])
    ORDER BY relname`.execute(database);
  return rows.map(({ table, count, size: bytes }) => [`rows of ${table}`, `${count}, ${bytes}`]);
}

/** Measures a sweep in which nothing is due, and one in which every machine owes an hour. */
async function measureSweeps(books: BenchBooks): Promise<Row[]> {
  const { database } = books;
  const context = {
    database,
    catalogue,
    workloads: await workloadsOf(database),
    identity: { check: () => Promise.resolve(true), isOurs: () => Promise.resolve(true) },
    waiting: createOrderRetries(),
    dunning: readDunningSchedule({}),
    metrics: { settled: () => undefined, foreignCluster: () => undefined, lostOrders: () => undefined },
    log: createLogger('silent'),
  } as unknown as WorkerContext;
  const once = () => sweep(context, createFullPass(), () => undefined);
  // The next hour may have begun while the books were written.
  await once();
  const idle = await timed(once);
  await advanceClock(books, '1 hour');
  return [
    ['a sweep in which nothing is due', idle],
    ['a sweep in which every machine owes an hour', await timed(once)],
  ];
}

/** Measures the hourly check after that sweep, and the full check. */
async function measureChecks(database: Database): Promise<Row[]> {
  const expectNone = async (check: Promise<Violation[]>) => {
    const violations = await check;
    if (violations.length > 0) throw new Error(`The books are not in order: ${JSON.stringify(violations)}`);
  };
  return [
    ['the hourly check', await timed(() => expectNone(findNewViolations(database)))],
    ['the check of everything', await timed(() => expectNone(findViolations(database)))],
  ];
}

/** Marks the history as checked. */
async function noteChecked(owner: Database): Promise<void> {
  await sql`
    UPDATE books_check SET checked_through = newest, seen_through = newest
    FROM (SELECT max(id) AS newest FROM ledger_transaction) AS history`.execute(owner);
}

const books = await openBenchBooks(8);
try {
  const { database, owner } = books;
  const began = performance.now();
  const history = await writeHistory(owner, size);
  await noteChecked(owner);
  const rows: Row[] = [
    ['written in', seconds(began)],
    ...(await readSize(database)),
    ...(await measureReads(database, size, history)),
    ...(await measureSweeps(books)),
    ...(await measureChecks(database)),
  ];
  printTable(describeMachine(), rows);
} finally {
  await books.stop();
}
