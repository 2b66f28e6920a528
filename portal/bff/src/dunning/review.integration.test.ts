import { expect, it } from '@jest/globals';
import { withTransaction } from '../database/database.ts';
import { walletOf } from '../ledger/wallets.ts';
import { listUsers } from '../identity/users.ts';
import { readLowBalances } from '../metering/turnover.ts';
import { aCustomer, anOrder, aRun, endRun, give } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';
import { userFacts } from '../workloads/user-facts.ts';
import { reviewWallet } from './review.ts';
import { readDunningSchedule } from './schedule.ts';

const books = useBooks();

const review = (userId: string) =>
  withTransaction(books.database, (transaction) =>
    reviewWallet(transaction, walletOf(userId), readDunningSchedule({})),
  );

async function lowUsers(): Promise<string[]> {
  const query = { page: 1, pageSize: 20, sort: 'username', funds: 'LOW' } as const;
  const { items } = await listUsers(books.database, userFacts(books.database), query);
  return items.map(({ username }) => username);
}

it('foresees which wallets are used up within a day, for the overview and the list of users', async () => {
  const [poor, poorer, rich] = [
    await aCustomer(books, 3_000n),
    await aCustomer(books, 1_000n),
    await aCustomer(books, 100_000n),
  ];
  const runs = new Map<string, bigint>();
  for (const userId of [poor, poorer, rich]) {
    const { orderId } = await anOrder(books, userId);
    runs.set(userId, await aRun(books, orderId, { from: new Date() }));
    await review(userId);
  }
  const { total, items } = await readLowBalances(books.database);
  expect(total).toBe(2);
  expect(items.map(({ balance, runwayHours }) => [balance, Math.round(runwayHours)])).toEqual([
    ['10.00', 6],
    ['30.00', 19],
  ]);
  expect(await lowUsers()).toEqual(items.map(({ username }) => username).sort());

  await give(books.database, poor, 100_000n);
  await review(poor);
  await endRun(books, runs.get(poorer)!, new Date());
  await review(poorer);
  expect(await readLowBalances(books.database)).toEqual({ total: 0, items: [] });
  expect(await lowUsers()).toEqual([]);
});
