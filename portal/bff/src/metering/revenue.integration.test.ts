/** Revenue by day and mode in the overview, on a real PostgreSQL. */
import { usePostgres } from '@gpulease/local/testing';
import { expect, it } from '@jest/globals';
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import { migrate, readMigrations } from '../database/migrator.ts';
import { post } from '../ledger/ledger.ts';
import { mergeSums } from '../ledger/platform-sums.ts';
import { walletOf } from '../ledger/wallets.ts';
import { aCustomer, anOrder, aRun, openBooks, settleNow, type Books } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';
import { revenueByMode } from './sums.ts';

const HOUR = 3_600_000;
/** 10:00 in Shanghai. */
const TODAY = Date.parse('2026-11-26T02:00:00Z');
const nothing = { ON_DEMAND: '0.00', RESERVED: '0.00', SPOT: '0.00' };

const books = useBooks();

type Writer = Pick<Books, 'database' | 'asOwner'>;

/** Earns an hour of an on-demand machine, two hours of a Spot machine the day before, and a term of five yuan. */
async function earn(writer: Writer): Promise<void> {
  const all = writer as Books;
  const userId = await aCustomer(all, 5_000n);
  const order = async (change: Parameters<typeof anOrder>[2]) =>
    (await anOrder(all, userId, { hold: 0n, ...change })).orderId;
  const [onDemand, spot, term] = [
    await order({}),
    await order({ mode: 'SPOT' }),
    await order({ termCharge: 500n }),
  ];
  await aRun(all, onDemand, { from: new Date(TODAY - 2 * HOUR), until: new Date(TODAY - HOUR) });
  await aRun(all, spot, { from: new Date(TODAY - 24 * HOUR), until: new Date(TODAY - 22 * HOUR) });
  await settleNow(all, userId);
  await withTransaction(writer.database, (transaction) =>
    post(transaction, {
      ...{ kind: 'TERM', idempotencyKey: `term:${term}`, wallet: walletOf(userId) },
      ...{ counterpart: 'deferred-revenue', amount: -500n, orderId: term },
    }),
  );
}

const earned = [
  { day: '2026-11-25', byMode: { ...nothing, SPOT: '3.16' } },
  { day: '2026-11-26', byMode: { ...nothing, ON_DEMAND: '1.58', RESERVED: '5.00' } },
];

it('covers the last two weeks and today, and stays the same after the sums are merged', async () => {
  await books.putClockAhead(TODAY - Date.now());
  await earn(books);
  const days = await revenueByMode(books.database);
  expect(days).toHaveLength(15);
  expect(days[0]).toEqual({ day: '2026-11-12', byMode: nothing });
  expect(days.slice(-2)).toEqual(earned);
  await mergeSums(books.database);
  expect(await revenueByMode(books.database)).toEqual(days);
});

it('includes revenue from before the sums had modes', async () => {
  const access = await usePostgres();
  const migrations = (await readMigrations()).filter(({ name }) => name < '0154');
  await migrate({ ownerUrl: access.ownerUrl, migrations });
  const [pool, owner] = [createPool(access.url), createPool(access.ownerUrl, 1)];
  const database = createDatabase(pool);
  const asOwner = async (text: string, values: unknown[] = []) => {
    await owner.query(text, values);
  };
  const ahead = `INSERT INTO billing_clock_advance (ahead) VALUES ($1 * interval '1 ms')`;
  await asOwner(ahead, [TODAY - Date.now()]);
  await earn({ database, asOwner });
  await Promise.all([database.destroy(), owner.end()]);

  const migrated = await openBooks({ on: access });
  expect((await revenueByMode(migrated.database)).slice(-2)).toEqual(earned);
  await migrated.close();
});
