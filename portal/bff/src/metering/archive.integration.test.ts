import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { post, type Posting } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { aCustomer, anOrder, aRun, endRun, openBooks, settleNow, type Books } from '../testing/books.ts';
import { findNewViolations } from '../worker/check-books.ts';
import { archiveUsage } from './archive.ts';
import { readBalance } from './balance.ts';
import { listRecords, listUsage } from './records.ts';
import { sumRecords } from './totals.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const firstPage = { page: 1, pageSize: 100 };

let books: Books;
let owner: Database;
let folder: string;
beforeAll(async () => {
  books = await openBooks();
  owner = createDatabase(createPool(books.ownerUrl, 1));
  folder = mkdtempSync(join(tmpdir(), 'gpulease-archive-'));
});
afterAll(async () => {
  await owner.destroy();
  await books.close();
  rmSync(folder, { recursive: true });
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
/** The month `days` days ago, as `YYYY-MM`. */
const monthOf = (days: number) =>
  ago(days * DAY)
    .toISOString()
    .slice(0, 7);

/** Records and charges a run that ended two hours before the billing clock, which is set back by `daysAgo` days. */
async function ranFor(userId: string, hours: number, daysAgo: number): Promise<void> {
  await books.putClockAhead(-daysAgo * DAY);
  const { orderId } = await anOrder(books, userId, { hold: 0n });
  const until = ago(daysAgo * DAY + 2 * HOUR);
  await aRun(books, orderId, { from: new Date(until.getTime() - hours * HOUR), until });
  await settleNow(books, userId);
  await books.putClockAhead(0);
}

async function pay(userId: string, daysAgo: number): Promise<Posting> {
  const posting: Posting = {
    kind: 'ADJUSTMENT',
    idempotencyKey: `paid:${userId}:${daysAgo}`,
    wallet: walletOf(userId),
    counterpart: 'adjustments',
    amount: 10_000n,
    actor: 'test',
    reason: 'money for a test',
  };
  await books.putClockAhead(-daysAgo * DAY);
  await withTransaction(books.database, (transaction) => post(transaction, posting));
  await books.putClockAhead(0);
  return posting;
}

async function check(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) expect(await findNewViolations(books.database)).toEqual([]);
}

/** The customer's view of their money. */
async function seenBy(userId: string) {
  return {
    balance: await readBalance(books.database, userId),
    records: await listRecords(books.database, { ...firstPage, userId }),
    totals: await sumRecords(books.database, { ...firstPage, userId }),
  };
}

describe('archiving usage', () => {
  it('moves old hours into a file without changing a balance, list or total', async () => {
    const [renter, gone] = [await aCustomer(books), await aCustomer(books)];
    await pay(gone, 210);
    await ranFor(gone, 30, 200);
    const paid = await pay(renter, 220);
    await ranFor(renter, 30, 210);
    await pay(renter, 205);
    await ranFor(renter, 40, 200);
    await ranFor(renter, 3, 0);
    await check();
    const before = [await seenBy(renter), await seenBy(gone)];

    const file = join(folder, 'usage.jsonl.gz');
    const { transactions } = await archiveUsage(owner, monthOf(120), file);

    const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
    expect(lines).toHaveLength(transactions);
    expect(transactions).toBeGreaterThan(95);
    for (const line of lines) {
      const { entries } = JSON.parse(line) as { entries: { amount: number }[] };
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
    expect([await seenBy(renter), await seenBy(gone)]).toEqual(before);
    expect(await books.violations()).toEqual([]);
    await check();

    const again = await withTransaction(books.database, (transaction) => post(transaction, paid));
    expect(again.isNew).toBe(false);
    const usage = await listUsage(books.database, renter, firstPage);
    expect(usage.items[0]?.lines.length).toBeGreaterThan(0);
    expect(usage.items.at(-1)).toMatchObject({ amount: before[0]?.records.items.at(-2)?.amount, lines: [] });
  });

  it('can be repeated without moving anything twice', async () => {
    const { transactions } = await archiveUsage(owner, monthOf(120), join(folder, 'empty.jsonl.gz'));
    expect(transactions).toBe(0);
    const userId = await aCustomer(books);
    await pay(userId, 130);
    await ranFor(userId, 5, 1);
    expect(await books.violations()).toEqual([]);
  });

  it('keeps a charge that the newest entry of a wallet refunds in part', async () => {
    const userId = await aCustomer(books);
    await pay(userId, 210);
    await books.putClockAhead(-200 * DAY);
    const { orderId } = await anOrder(books, userId, { hold: 0n });
    const [from, until] = [ago(200 * DAY + 9 * HOUR), ago(200 * DAY + 2 * HOUR)];
    const run = await aRun(books, orderId, { from, until });
    await settleNow(books, userId);
    await endRun(books, run, new Date(until.getTime() - 20 * 60_000));
    await settleNow(books, userId);
    await books.putClockAhead(0);
    await check();
    const before = await seenBy(userId);

    const { transactions } = await archiveUsage(owner, monthOf(120), join(folder, 'credited.jsonl.gz'));

    expect(transactions).toBeGreaterThan(5);
    expect(await seenBy(userId)).toEqual(before);
    expect(await books.violations()).toEqual([]);
    await pay(userId, 0);
    await check();
    const later = await archiveUsage(owner, monthOf(120), join(folder, 'credit.jsonl.gz'));
    const last = await archiveUsage(owner, monthOf(120), join(folder, 'charge.jsonl.gz'));
    expect([later.transactions, last.transactions]).toEqual([1, 1]);
    expect((await seenBy(userId)).totals.deducted).toBe(before.totals.deducted);
    expect(await books.violations()).toEqual([]);
  });

  it('refuses a month that is too recent, and books that are not settled or not checked', async () => {
    const file = join(folder, 'refused.jsonl.gz');
    await expect(archiveUsage(owner, monthOf(0), file)).rejects.toThrow('older than 90 days');
    const userId = await aCustomer(books);
    await pay(userId, 201);
    await expect(archiveUsage(owner, monthOf(120), file)).rejects.toThrow('not checked yet');
    const { orderId } = await anOrder(books, userId, { hold: 0n });
    await aRun(books, orderId, { from: ago(200 * DAY), until: ago(199 * DAY) });
    await expect(archiveUsage(owner, monthOf(120), file)).rejects.toThrow('not charged yet');
    await settleNow(books, userId);
  });

  it('is restricted to the schema owner', async () => {
    await expect(
      withTransaction(books.database, async (transaction) => {
        await sql`SET LOCAL gpulease.archiving = 'on'`.execute(transaction);
        await transaction.deleteFrom('ledger_entry').execute();
      }),
    ).rejects.toThrow(/permission denied/);
  });
});
