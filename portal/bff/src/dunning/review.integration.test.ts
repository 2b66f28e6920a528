import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { walletOf } from '../ledger/wallets.ts';
import { listUsers } from '../identity/users.ts';
import { readPeriods } from '../metering/spending.ts';
import { readLowBalances } from '../metering/turnover.ts';
import type { Terms } from '../orders/order-terms.ts';
import { payFor } from '../orders/pay-order.ts';
import { rejectOrder } from '../orders/order-states.ts';
import { aCustomer, anOrder, aRun, endRun, give, settleNow } from '../testing/books.ts';
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

it('predicts which wallets run out within a day, for the overview and the list of users', async () => {
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

it('keeps a wallet due if it changed after it was found', async () => {
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

it('counts the usage of each day, charged or not, and ignores the refund of an earlier term', async () => {
  const [HOUR, midnight] = [3_600_000, new Date('2126-03-02T00:00:00+08:00')];
  const after = (hours: number) => new Date(midnight.getTime() + hours * HOUR);
  const at = (time: Date) => books.putClockAhead(time.getTime() - Date.now());
  const userId = await aCustomer(books, 1_000_000n);
  const spent = async (hours: number) =>
    (await readPeriods(books.database, walletOf(userId), after(hours))).map(({ spent }) => Number(spent));
  await at(after(-2));
  const termId = await aTerm(userId, { start: after(-2), end: after(22), charge: 5_000n });
  const { orderId } = await anOrder(books, userId);
  const run = await aRun(books, orderId, { from: after(-2) });
  await at(after(1));
  expect(await spent(1)).toEqual([158, 5_474]);
  await endRun(books, run, after(1));
  expect(await spent(5)).toEqual([158, 5_474]);
  await settleNow(books, userId);
  expect(await spent(5)).toEqual([158, 5_474]);
  await withTransaction(books.database, (transaction) => rejectOrder(transaction, termId, 'OrderCancelled'));
  expect(await spent(5)).toEqual([158, 474]);
  expect(await spent(24)).toEqual([0, 474]);
});

/** Creates a paid reserved term that is not in the cluster yet. */
async function aTerm(userId: string, term: { start: Date; end: Date; charge: bigint }): Promise<string> {
  const [id, account_id] = [randomUUID(), walletOf(userId)];
  const { start, end, charge } = term;
  await withTransaction(books.database, async (transaction) => {
    await sql`
      INSERT INTO workload_order (id, user_id, account_id, namespace, name, source, state, spec, gpus, policy, mode, price,
        unit, quantity, term_units, term_start, term_end, term_charge, owed_since, accepted_at)
      VALUES (${id}, ${userId}, ${account_id}, ${`u-${userId}`}, 'term', 'PORTAL', 'PLACED', '{}', 1, 'reserved', 'RESERVED',
        ${charge * 10_000n}, 'DAY', 1, 1, ${start}, ${end}, ${charge}, ${start}, billing_clock())`.execute(
      transaction,
    );
    const terms = { price: charge * 10_000n, unit: 'DAY', hold: 0n, term } as const;
    await payFor(transaction, { id, account_id }, terms as unknown as Terms, true);
  });
  return id;
}
