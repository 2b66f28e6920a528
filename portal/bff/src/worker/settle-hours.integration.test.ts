import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { withTransaction } from '../database/database.ts';
import { walletOf } from '../ledger/wallets.ts';
import {
  aCustomer,
  anOrder,
  aRun,
  endRun,
  openBooks,
  settleNow,
  walletState,
  type Books,
} from '../testing/books.ts';
import { createBillingMetrics } from './metrics.ts';
import { settleHours } from './settle-hours.ts';

const HOUR = 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

it('a run is charged until its spot notice, and its wallet is not settled after that', async () => {
  const userId = await aCustomer(books, 1_000n);
  const { orderId } = await anOrder(books, userId);
  const run = await aRun(books, orderId, { from: new Date(Date.now() - 3 * HOUR) });
  await books.database
    .updateTable('usage_segment')
    .set({ uncharged_from: new Date(Date.now() - 2 * HOUR) })
    .where('id', '=', run)
    .execute();
  const charges: bigint[] = [];
  const settled = ({ charged }: { charged: bigint }) => charges.push(charged);
  await settleHours(books.database, { settled });
  await settleHours(books.database, { settled });
  expect(charges).toEqual([158n]);
  await endRun(books, run, new Date(Date.now() - 2 * HOUR));
});

it('a wallet that the database refuses to charge does not hold up others', async () => {
  const users = await Promise.all([1, 2, 3].map(() => aCustomer(books, 1_000n)));
  const runs: bigint[] = [];
  for (const userId of users) {
    const { orderId } = await anOrder(books, userId);
    const from = new Date(Date.now() - 2 * HOUR);
    runs.push(await aRun(books, orderId, { from, until: new Date(from.getTime() + HOUR) }));
  }
  const refused: string[] = [];
  const settleAll = async () => {
    const metrics = createBillingMetrics(new Registry());
    await settleHours(books.database, metrics, (account) => refused.push(account));
    return Promise.all(users.map(async (userId) => (await walletState(books, userId)).balance));
  };

  await books.asOwner(`ALTER TABLE usage_segment ADD CONSTRAINT bad CHECK (id <> ${runs[1]} OR charged = 0)`);
  expect(await settleAll()).toEqual([842n, 1_000n, 842n]);
  expect(refused).toEqual([walletOf(users[1] ?? '')]);
  await books.asOwner('ALTER TABLE usage_segment DROP CONSTRAINT bad');
  expect(await settleAll()).toEqual([842n, 842n, 842n]);
});

it('a wallet that cannot be charged in time does not hold up others', async () => {
  const users = await Promise.all([1, 2].map(() => aCustomer(books, 1_000n)));
  const orders: string[] = [];
  for (const userId of users) {
    const { orderId } = await anOrder(books, userId);
    const from = new Date(Date.now() - 2 * HOUR);
    await aRun(books, orderId, { from, until: new Date(from.getTime() + HOUR) });
    orders.push(orderId);
  }
  const late: string[] = [];
  await withTransaction(books.database, async (transaction) => {
    await sql`SELECT FROM usage_segment WHERE order_id = ${orders[0]} FOR UPDATE`.execute(transaction);
    await settleHours(books.database, { settled: () => undefined }, (account) => late.push(account));
  });
  expect(late).toEqual([walletOf(users[0] ?? '')]);
  expect((await walletState(books, users[1] ?? '')).balance).toBe(842n);
});

it('free machines do not slow down a settlement, however long they have run', async () => {
  const settlingTook = async (terms: number) => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: new Date(Date.now() - HOUR) });
    for (let n = 0; n < terms; n++) {
      const term = await anOrder(books, userId, { hold: 0n });
      await aRun(books, term.orderId, { from: new Date(Date.now() - 365 * 24 * HOUR), isFree: true });
    }
    const began = performance.now();
    await settleNow(books, userId);
    return performance.now() - began;
  };
  await settlingTook(0);
  const alone = await settlingTook(0);
  // Split into hours, they would take a thousand times as long.
  expect(await settlingTook(100)).toBeLessThan(alone * 100);
});
