import { expect, it } from '@jest/globals';
import { withTransaction } from '../database/database.ts';
import { walletOf } from '../ledger/wallets.ts';
import { listUsers } from '../identity/users.ts';
import { readLowBalances } from '../metering/turnover.ts';
import { aCustomer, anOrder, aRun, endRun, give } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';
import { userFacts } from '../workloads/user-facts.ts';
import { dueWallets, reviewWallet, type DueWallet } from './review.ts';
import { readDunningSchedule } from './schedule.ts';

const books = useBooks();

const reviewAll = (wallets: readonly DueWallet[]) =>
  withTransaction(books.database, async (transaction) => {
    for (const wallet of wallets) await reviewWallet(transaction, wallet, readDunningSchedule({}));
  });

async function findDue(userId: string): Promise<DueWallet[]> {
  const due = await dueWallets(books.database);
  return due.filter(({ accountId }) => accountId === walletOf(userId));
}

const review = async (userId: string) => reviewAll(await findDue(userId));

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

it('leaves a wallet due that has changed since it was found due', async () => {
  const userId = await aCustomer(books, 1_000n);
  const { orderId } = await anOrder(books, userId);
  const run = await aRun(books, orderId, { from: new Date() });
  const due = await findDue(userId);
  expect(due).toHaveLength(1);
  await endRun(books, run, new Date());
  await reviewAll(due);
  expect(await findDue(userId)).toHaveLength(1);
  await review(userId);
  expect(await findDue(userId)).toEqual([]);
});
