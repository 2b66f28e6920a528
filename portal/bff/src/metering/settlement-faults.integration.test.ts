import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
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
import { killAll } from '../testing/kill.ts';
import { walletOf } from '../ledger/wallets.ts';

const settler = fileURLToPath(new URL('../testing/settler.ts', import.meta.url));
/** One yuan a second, so that a few seconds are worth settling. */
const fast = { price: 1_000_000n, unit: 'SECOND', hold: 100n } as const;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

function startSettler(userIds: readonly string[], failpoint?: string): ChildProcess {
  const env = { ...process.env, DATABASE_URL: books.url, NODE_OPTIONS: '', GPULEASE_FAILPOINT: failpoint };
  return spawn(process.execPath, [settler, ...userIds.map(walletOf)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function ledgerSize(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ledger_transaction`.execute(
    books.database,
  );
  return Number((rows[0] as { count: bigint }).count);
}

/** Waits until the ledger has grown by `by` transactions. */
async function grown(by: number): Promise<void> {
  const goal = (await ledgerSize()) + by;
  while ((await ledgerSize()) < goal) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function billingNow(): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT billing_clock() AS at`.execute(books.database);
  return (rows[0] as { at: Date }).at;
}

describe('a worker that is killed', () => {
  it.each(['settlement.locked', 'settlement.posted'])('at %s leaves nothing half done', async (name) => {
    const userId = await aCustomer(books, 10_000n);
    const { orderId } = await anOrder(books, userId, fast);
    const now = await billingNow();
    const from = new Date(now.getTime() - 20_000);
    await aRun(books, orderId, { from, until: new Date(from.getTime() + 12_340) });
    const [, signal] = (await once(startSettler([userId], name), 'exit')) as [number, string];
    expect(signal).toBe('SIGKILL');
    expect((await walletState(books, userId)).balance).toBe(10_000n);
    await settleNow(books, userId);
    expect((await walletState(books, userId)).balance).toBe(10_000n - 1_234n);
    expect(await books.violations()).toEqual([]);
  });
});

describe('four concurrent workers on the same wallets, killed at random', () => {
  it('charge every run once, to the millisecond', async () => {
    const rich = await Promise.all([1, 2, 3].map(() => aCustomer(books, 1_000_000n)));
    const poor = await Promise.all([1, 2].map(() => aCustomer(books, 400n)));
    const users = [...rich, ...poor];
    const runs: bigint[] = [];
    for (const userId of users) {
      for (const quantity of [1n, 3n]) {
        const { orderId } = await anOrder(books, userId, { ...fast, quantity });
        runs.push(await aRun(books, orderId, { from: await billingNow() }));
      }
    }
    let settlers = Array.from({ length: 4 }, () => startSettler(users));
    for (let kill = 0; kill < 12; kill += 1) {
      await grown(5 + ((kill * 7) % 11));
      const victim = settlers[kill % 4]!;
      victim.kill('SIGKILL');
      settlers = settlers.map((process) => (process === victim ? startSettler(users) : process));
      expect(await books.violations()).toEqual([]);
    }
    const end = await billingNow();
    for (const run of runs) await endRun(books, run, end);
    await killAll(settlers);
    await settleNow(books, ...users);
    expect(await books.violations()).toEqual([]);
    const open = await books.database
      .selectFrom('usage_segment')
      .select('id')
      .where('id', 'in', runs)
      .whereRef('charged_through', '<>', 'stopped_at')
      .execute();
    expect(open).toEqual([]);
    for (const userId of poor) expect((await walletState(books, userId)).balance).toBe(0n);
  });
});
