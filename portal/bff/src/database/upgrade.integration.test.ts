import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formatAmount } from '@gpulease/contract/money';
import { listRecords } from '../metering/records.ts';
import { sumRecords } from '../metering/totals.ts';
import { readTurnover } from '../metering/turnover.ts';
import { listDestroyed } from '../workloads/destroyed.ts';
import {
  aCustomer,
  anOrder,
  aRun,
  endRun,
  give,
  openBooks,
  settleNow,
  type Books,
} from '../testing/books.ts';
import { migrate, readMigrations } from './migrator.ts';

const HOUR = 3_600_000;
const page = { page: 1, pageSize: 100 };

let books: Books;
beforeAll(async () => {
  const before = (await readMigrations()).filter(({ name }) => name < '0022');
  books = await openBooks({ migrations: before });
});
afterAll(() => books.close());

/** A machine that was destroyed, with the time of its creation in any zone. */
async function archive(userId: string, name: string, creationTimestamp: string): Promise<void> {
  const object = { metadata: { name, creationTimestamp }, spec: { sku: 'a100' } };
  await books.pool.query(
    `INSERT INTO workload_archive (workload_uid, user_id, namespace, name, object, archived_at)
     VALUES ($1, $2, '', $1, $3, now())`,
    [name, userId, object],
  );
}

it('takes records and sums of books that are in use from what was posted', async () => {
  const { database } = books;
  const userId = await aCustomer(books, 100_000n);
  await give(database, userId, -300n);
  const { orderId } = await anOrder(books, userId);
  await archive(userId, 'young', '2026-01-01T00:30:00Z');
  await archive(userId, 'old', '2026-01-01T08:00:00.5+08:00');
  // Three days and a bit: into hours that are kept, and into days.
  const from = new Date(Math.floor(Date.now() / HOUR) * HOUR - 80 * HOUR);
  const run = await aRun(books, orderId, { from });
  // Today's settlement reads columns that came later.
  await books.asOwner(`ALTER TABLE usage_segment ADD COLUMN uncharged_from timestamptz,
    ADD COLUMN is_settled boolean GENERATED ALWAYS AS (stopped_at IS NOT NULL AND charged_through = stopped_at) STORED`);
  await settleNow(books, userId);
  await books.asOwner('ALTER TABLE usage_segment DROP COLUMN uncharged_from, DROP COLUMN is_settled');

  await migrate({ ownerUrl: books.ownerUrl });

  const { items } = await listRecords(database, { ...page, userId });
  expect(items.filter(({ type }) => type === 'RECHARGE').map(({ amount }) => amount)).toEqual(['1000.00']);
  expect(items.filter(({ workload }) => workload !== null)).toHaveLength(4 + Number(crossesMidnight(from)));
  expect(await books.violations()).toEqual([]);

  await endRun(books, run, new Date());
  await settleNow(books, userId);
  expect(await books.violations()).toEqual([]);
  const all = await sumRecords(database, {});
  expect(all).toEqual(await sumRecords(database, { ...page, userId }));
  const { usageThisMonth, burnPerHour, days } = await readTurnover(database);
  expect(burnPerHour).toBe('0.00');
  expect(usageThisMonth).not.toBe('0.00');
  expect(days.at(-1)?.used).not.toBe(formatAmount(0n));
});

it('lists machines that were destroyed before by what they were', async () => {
  const { items } = await listDestroyed(books.database, [], { ...page, sku: 'a100' });
  expect(items.map(({ workload }) => workload.metadata.name)).toEqual(['young', 'old']);
});

/** 80 hours and some minutes touch four days, or five where they begin at 16:00 of Asia/Shanghai or later. */
function crossesMidnight(from: Date): boolean {
  return new Date(from.getTime() + 8 * HOUR).getUTCHours() >= 16;
}
