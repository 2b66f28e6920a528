/**
 * Measures the books on this machine: postings beside pgbench's simple-update, and the settlement of many running
 * machines. `node bench/ledger/main.ts [customers]`; `make bench-ledger` measures 10,000.
 */
import { sql } from 'kysely';
import type { Database } from '../../portal/bff/src/database/schema.ts';
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
import { perSecond, preparePgbench, simpleUpdate, transfer } from './transfers.ts';

const customers = Number(process.argv[2] ?? 10_000);
const load = { clients: 8, seconds: 5 };
const rounds = 3;

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

/** Settles what is due, by so many workers at once. Returns charges per second. */
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

/** Machines whose first hour is over. Returns those of the customers after them. */
async function nextMachines(books: BenchBooks, first: number, count: number): Promise<number> {
  await addMachines(books.database, { first, count, hours: 1 });
  await analyze(books);
  return first + count;
}

/** The yardstick is taken anew beside each settlement, for a shared machine is not equally fast all the time. */
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
