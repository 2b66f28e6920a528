/**
 * Measures what one customer with many machines costs, beside one with few in the same books: settling, and reading one of
 * the orders. `make bench-ledger-fleet` has 3,000 machines and 100 reserved terms of a year.
 */
import { sql } from 'kysely';
import { withTransaction } from '../../../portal/bff/src/database/database.ts';
import type { Database } from '../../../portal/bff/src/database/schema.ts';
import { walletOf } from '../../../portal/bff/src/ledger/wallets.ts';
import { settle } from '../../../portal/bff/src/metering/settlement.ts';
import { readAccounts } from '../../../portal/bff/src/orders/workload-accounts.ts';
import { readOrders } from '../../../portal/bff/src/orders/order-facts.ts';
import { give } from '../../../portal/bff/src/testing/books.ts';
import { describeMachine, percentile, printTable, type Row } from '../../report.ts';
import { addCustomers, analyze, openBenchBooks } from '../books.ts';
import { addFleet, type Fleet } from './add-fleet.ts';

const [machines = 3_000, terms = 100] = process.argv.slice(2).map(Number);
const TIMES = 20;
/** What a machine costs in two days, with something to spare. */
const TWO_DAYS = 8_000n;
/** More than what passes while all is measured. */
const TWELVE_HOURS = 2_000n;
const few: Fleet = { user: 'c1', machines: 10, terms: 1, paid: 0n };
const many: Fleet = { user: 'c0', machines, terms, paid: BigInt(machines) * TWO_DAYS };
const poor: Fleet = { user: 'c2', machines, terms, paid: BigInt(machines) * TWELVE_HOURS };
/** The 10,000 yuan of all customers are used up by the time its orders are read. */
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
    await letMinutesPass(books.owner);
    const started = performance.now();
    await work(books.database, fleet);
    times.push(performance.now() - started);
  }
  return `p50 ${percentile(times, 50)} ms, p99 ${percentile(times, 99)} ms`;
}

function nameOf(fleet: Fleet): string {
  return `${fleet.machines} machines${names.get(fleet) ?? ''}`;
}

async function letMinutesPass(owner: Database): Promise<void> {
  await sql`
    INSERT INTO billing_clock_advance (ahead) VALUES (interval '2 minutes')
    ON CONFLICT (only_row) DO UPDATE SET ahead = billing_clock_advance.ahead + interval '2 minutes'`.execute(
    owner,
  );
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
