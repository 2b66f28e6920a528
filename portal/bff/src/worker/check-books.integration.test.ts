import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { post } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { withTransaction } from '../database/database.ts';
import type { Transaction } from '../database/schema.ts';
import { aCustomer, anOrder, aRun, give, openBooks, settleNow, type Books } from '../testing/books.ts';
import { findNewViolations, findViolations } from './check-books.ts';

const HOUR = 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

/** Checks until all entries are checked. */
async function checkAll(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) expect(await findNewViolations(books.database)).toEqual([]);
}

async function checkedThrough(): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`SELECT checked_through AS id FROM books_check`.execute(
    books.database,
  );
  return rows[0]?.id ?? 0n;
}

async function newestOf(userId: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT max(transaction_id) AS id FROM ledger_entry WHERE account_id = ${walletOf(userId)}`.execute(
    books.database,
  );
  return rows[0]?.id ?? 0n;
}

/** Reduces the amount of an entry, which the database itself refuses. */
async function forge(transactionId: bigint, fen: number): Promise<void> {
  await books.asOwner('ALTER TABLE ledger_entry DISABLE TRIGGER append_only');
  await books.asOwner(
    `UPDATE ledger_entry SET amount = amount - $2 WHERE transaction_id = $1 AND sequence IS NOT NULL`,
    [transactionId.toString(), fen],
  );
  await books.asOwner('ALTER TABLE ledger_entry ENABLE TRIGGER append_only');
}

/** Moves the start or the end of the later of two lines by `minutes`. */
async function moveSecondLine(orderId: string, column: string, minutes: number): Promise<void> {
  await books.asOwner('ALTER TABLE usage_line DISABLE TRIGGER USER');
  await books.asOwner(
    `UPDATE usage_line SET ${column} = ${column} + $2 * interval '1 minute' WHERE transaction_id = (
       SELECT max(l.transaction_id) FROM usage_line l JOIN usage_segment s ON s.id = l.segment_id WHERE s.order_id = $1)`,
    [orderId, minutes],
  );
  await books.asOwner('ALTER TABLE usage_line ENABLE TRIGGER USER');
}

const namesOf = (violations: readonly { invariant: string }[]) =>
  violations.map(({ invariant }) => invariant);

describe('the hourly check', () => {
  it('finds recharges and usage in order, and does not check them again', async () => {
    const userId = await aCustomer(books, 10_000n);
    const { orderId } = await anOrder(books, userId);
    const start = new Date(Date.now() - 30 * HOUR);
    await aRun(books, orderId, { from: start, until: new Date(start.getTime() + 26 * HOUR) });
    await settleNow(books, userId);
    await checkAll();
    const old = await newestOf(userId);
    expect(await checkedThrough()).toBeGreaterThanOrEqual(old);

    await forge(old, 1);
    expect(await findNewViolations(books.database)).toEqual([]);
    expect(namesOf(await findViolations(books.database))).toContain('every transaction sums to zero');
    await forge(old, -1);
  });

  it('reports errors in new entries at each check until they are corrected', async () => {
    const userId = await aCustomer(books, 500n);
    await checkAll();
    await give(books.database, userId, 100n);
    const forged = await newestOf(userId);
    await forge(forged, 1);
    for (let turn = 0; turn < 3; turn += 1) {
      const names = namesOf(await findNewViolations(books.database));
      expect(names).toEqual(
        expect.arrayContaining(['every transaction sums to zero', 'balances chain without a gap']),
      );
    }
    await forge(forged, -1);
    await checkAll();
  });

  it('finds a record that differs from its lines', async () => {
    const userId = await aCustomer(books, 10_000n);
    const { orderId } = await anOrder(books, userId);
    await checkAll();
    const start = new Date(Date.now() - 5 * HOUR);
    await aRun(books, orderId, { from: start, until: new Date(start.getTime() + 2 * HOUR) });
    await settleNow(books, userId);
    const change = 'UPDATE billing_record SET amount = amount + $2 WHERE order_id = $1';
    await books.asOwner(change, [orderId, 1]);
    expect(namesOf(await findNewViolations(books.database))).toContain('usage records match their lines');
    await books.asOwner(change, [orderId, -1]);
    await checkAll();
  });

  it('finds lines of a run that overlap or cross an hour', async () => {
    const userId = await aCustomer(books, 10_000n);
    const { orderId } = await anOrder(books, userId);
    await checkAll();
    const start = new Date(Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR);
    await aRun(books, orderId, { from: start, until: new Date(start.getTime() + 2 * HOUR) });
    await settleNow(books, userId);
    const invariant = 'no line crosses an hour boundary, and lines of a run do not overlap';
    for (const column of ['started_at', 'ended_at']) {
      await moveSecondLine(orderId, column, -30);
      expect(namesOf(await findNewViolations(books.database)).includes(invariant)).toBe(
        column === 'started_at',
      );
      await moveSecondLine(orderId, column, 30);
    }
    await moveSecondLine(orderId, 'ended_at', 30);
    expect(namesOf(await findNewViolations(books.database))).toContain(invariant);
    await moveSecondLine(orderId, 'ended_at', -30);
    await checkAll();
  });

  it('checks a run of a year before the database has statistics of it', async () => {
    const year = 365 * 24 * HOUR;
    const userId = await aCustomer(books, 2_000_000n);
    const { orderId } = await anOrder(books, userId);
    const start = new Date(Date.now() - year);
    await aRun(books, orderId, { from: start, until: new Date(start.getTime() + year) });
    await settleNow(books, userId);
    expect(await findViolations(books.database)).toEqual([]);
  });

  it('waits for postings in progress', async () => {
    const [slow, quick] = [await aCustomer(books), await aCustomer(books)];
    await checkAll();
    const posted = Promise.withResolvers<bigint>();
    const release = Promise.withResolvers<undefined>();
    const open = withTransaction(books.database, async (transaction) => {
      posted.resolve((await recharge(transaction, slow)).transactionId);
      await release.promise;
    });
    const late = await posted.promise;
    await give(books.database, quick, 100n);
    await checkAll();
    await checkAll();
    expect(await checkedThrough()).toBeLessThan(late);
    release.resolve(undefined);
    await open;
    await checkAll();
    await checkAll();
    expect(await checkedThrough()).toBeGreaterThanOrEqual(late);
  });
});

function recharge(transaction: Transaction, userId: string) {
  return post(transaction, {
    kind: 'ADJUSTMENT',
    idempotencyKey: randomUUID(),
    wallet: walletOf(userId),
    counterpart: 'adjustments',
    amount: 100n,
    actor: 'test',
    reason: 'slow',
  });
}
