import { due } from '@gpulease/contract/rating';
import type { PricingUnit } from '@gpulease/contract/enums';
import { pricingUnits } from '@gpulease/contract/enums';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { aCustomer, anOrder, aRun, endRun, settleNow, walletState } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';
import { withTransaction } from '../database/database.ts';
import type { Transaction } from '../database/schema.ts';
import { walletOf } from '../ledger/wallets.ts';
import { settle } from './settlement.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 14:20 in Shanghai, well before the present for every test. */
const start = new Date('2026-03-01T06:20:00Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

const books = useBooks();

async function lines(userId: string) {
  const { rows } = await sql<{ from: Date; to: Date; amount: bigint; balance: bigint }>`
    SELECT l.started_at AS from, l.ended_at AS to, e.amount, e.balance_after AS balance
    FROM ledger_entry e JOIN usage_line l USING (transaction_id)
    WHERE e.account_id = ${`wallet:${userId}`} ORDER BY e.sequence`.execute(books.database);
  return rows;
}

async function writtenOff(orderId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    SELECT sum(written_off)::bigint AS sum FROM usage_segment WHERE order_id = ${orderId}`.execute(
    books.database,
  );
  return (rows[0] as { sum: bigint }).sum;
}

/** Returns this transaction's updates of runs, and those in place (HOT), without an index update. */
async function updatesOfRuns(transaction: Transaction) {
  const { rows } = await sql<{ all: bigint; inPlace: bigint }>`
    SELECT pg_stat_get_xact_tuples_updated('usage_segment'::regclass) AS all,
      pg_stat_get_xact_tuples_hot_updated('usage_segment'::regclass) AS "inPlace"`.execute(transaction);
  return rows[0] as { all: bigint; inPlace: bigint };
}

describe('the price of time', () => {
  it('is the same in SQL as in the contract', async () => {
    const cases = fc.record({
      price: fc.bigInt(1n, 999_999_999_999n),
      quantity: fc.bigInt(1n, 16n),
      unit: fc.constantFrom<PricingUnit>(...pricingUnits),
      elapsed: fc.oneof(fc.bigInt(-1_000n, 100_000n), fc.bigInt(0n, 315_360_000_000n)),
    });
    const sample = fc.sample(cases, 2_000);
    const { rows } = await sql<{ due: bigint }>`
      SELECT due(price, quantity, unit, elapsed) FROM unnest(
        ${sample.map(({ price }) => price)}::bigint[], ${sample.map(({ quantity }) => quantity)}::bigint[],
        ${sample.map(({ unit }) => unit)}::text[], ${sample.map(({ elapsed }) => elapsed)}::bigint[]
      ) WITH ORDINALITY AS input(price, quantity, unit, elapsed, place) ORDER BY place`.execute(
      books.database,
    );
    expect(rows.map((row) => row.due)).toEqual(sample.map((input) => due(input, input.elapsed)));
  });
});

describe('settlement', () => {
  it('charges 1137.60 for 30 days at 1.58 an hour, however often it settles', async () => {
    const userId = await aCustomer(books, 200_000n);
    const { orderId } = await anOrder(books, userId);
    const run = await aRun(books, orderId, { from: start });
    const ends = [1, 61_001, 17 * HOUR, 12 * DAY, 29.9 * DAY];
    for (const elapsed of ends) {
      await books.putClockAhead(start.getTime() + elapsed - Date.now());
      // Settles again milliseconds later: the clock keeps running and never goes back.
      await settleNow(books, userId);
      await settleNow(books, userId);
      expect(await books.violations()).toEqual([]);
    }
    await books.putClockAhead(0);
    await endRun(books, run, after(30 * DAY));
    await settleNow(books, userId);
    expect(await walletState(books, userId)).toEqual({ balance: 86_240n, held: 158n });
  });

  it('updates no index when it charges a run again within the hour', async () => {
    const userId = await aCustomer(books, 10_000n);
    const { orderId } = await anOrder(books, userId);
    const run = await aRun(books, orderId, { from: start });
    const putClockAt = (minutes: number) =>
      books.putClockAhead(start.getTime() + minutes * 60_000 - Date.now());
    await putClockAt(1);
    await settleNow(books, userId);
    await putClockAt(2);
    const [before, now] = await withTransaction(books.database, async (transaction) => {
      const earlier = await updatesOfRuns(transaction);
      await settle(transaction, [walletOf(userId)]);
      return [earlier, await updatesOfRuns(transaction)] as const;
    });
    expect(now).toEqual({ all: before.all + 1n, inPlace: before.inPlace + 1n });
    await books.putClockAhead(0);
    await endRun(books, run, after(HOUR));
  });

  it('charges an hour in one run the same as in 720 runs of five seconds, to the fen', async () => {
    const userId = await aCustomer(books, 10_000n);
    const whole = await anOrder(books, userId, { price: 299_000n, hold: 0n });
    await aRun(books, whole.orderId, { from: start, until: after(HOUR) });
    const cut = await anOrder(books, userId, { price: 299_000n, hold: 0n });
    for (let run = 0; run < 720; run += 1) {
      await aRun(books, cut.orderId, { from: after(run * 10_000), until: after(run * 10_000 + 5_000) });
      if (run % 60 === 0) await settleNow(books, userId);
    }
    await settleNow(books, userId);
    expect((await walletState(books, userId)).balance).toBe(10_000n - 30n - 30n);
  });

  it('refunds exactly what a run was overcharged', async () => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId, { hold: 0n });
    await aRun(books, orderId, { from: after(-HOUR), until: after(-1_000) });
    const late = await aRun(books, orderId, { from: start, until: after(30_000) });
    await settleNow(books, userId);
    await endRun(books, late, after(7_000));
    await settleNow(books, userId);
    // 3,606 seconds at 1.58 an hour.
    expect((await walletState(books, userId)).balance).toBe(1_000n - 158n);
  });

  it('writes one line per clock hour, each with the balance after it', async () => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(2 * HOUR) });
    await settleNow(books, userId);
    expect(await lines(userId)).toEqual([
      { from: start, to: new Date('2026-03-01T07:00:00Z'), amount: -105n, balance: 895n },
      {
        from: new Date('2026-03-01T07:00:00Z'),
        to: new Date('2026-03-01T08:00:00Z'),
        amount: -158n,
        balance: 737n,
      },
      { from: new Date('2026-03-01T08:00:00Z'), to: after(2 * HOUR), amount: -53n, balance: 684n },
    ]);
  });

  it('charges nothing a second time', async () => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(HOUR) });
    expect((await settleNow(books, userId)).charged).toBe(158n);
    expect((await settleNow(books, userId)).charged).toBe(0n);
  });

  it('draws from the hold and refills it from the available balance', async () => {
    const userId = await aCustomer(books, 400n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(HOUR) });
    await settleNow(books, userId);
    expect(await walletState(books, userId)).toEqual({ balance: 242n, held: 158n });
    await aRun(books, orderId, { from: after(HOUR), until: after(2 * HOUR) });
    await settleNow(books, userId);
    expect(await walletState(books, userId)).toEqual({ balance: 84n, held: 84n });
  });

  it('charges what the hold and the balance can pay, and writes off the rest', async () => {
    const userId = await aCustomer(books, 400n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(10 * HOUR) });
    expect(await settleNow(books, userId)).toMatchObject({ charged: 400n, writtenOff: 1_180n });
    expect(await walletState(books, userId)).toEqual({ balance: 0n, held: 0n });
    expect(await writtenOff(orderId)).toBe(1_180n);
  });

  it("never pays one order's run out of another's hold", async () => {
    const userId = await aCustomer(books, 316n);
    const [first, second] = [await anOrder(books, userId), await anOrder(books, userId)];
    await aRun(books, first.orderId, { from: start, until: after(5 * HOUR) });
    await settleNow(books, userId);
    expect(await walletState(books, userId)).toEqual({ balance: 158n, held: 158n });
    expect(await writtenOff(first.orderId)).toBe(632n);
    expect(await writtenOff(second.orderId).catch(() => 0n)).toBeNull();
  });

  it('refunds charges past the actual end of a run that was reported late', async () => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId);
    // A fen is 23 seconds: for about twenty seconds, from ten before the third hour ends, three hours are due.
    await books.putClockAhead(start.getTime() + 3 * HOUR - 10_000 - Date.now());
    const run = await aRun(books, orderId, { from: start });
    await settleNow(books, userId);
    await endRun(books, run, after(HOUR));
    expect((await settleNow(books, userId)).charged).toBe(-316n);
    await books.putClockAhead(0);
    expect(await walletState(books, userId)).toEqual({ balance: 842n, held: 158n });
  });

  it('reverses a write-off before it refunds money', async () => {
    const userId = await aCustomer(books, 158n);
    const { orderId } = await anOrder(books, userId);
    await books.putClockAhead(start.getTime() + 3 * HOUR - Date.now());
    const run = await aRun(books, orderId, { from: start });
    await settleNow(books, userId);
    await endRun(books, run, after(1.5 * HOUR));
    await settleNow(books, userId);
    await books.putClockAhead(0);
    expect(await walletState(books, userId)).toEqual({ balance: 0n, held: 0n });
    expect(await writtenOff(orderId)).toBe(79n);
  });

  it('settles many wallets in one statement', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => aCustomer(books, 1_000n)));
    for (const userId of users) {
      const { orderId } = await anOrder(books, userId, { quantity: 2n, hold: 316n });
      await aRun(books, orderId, { from: start, until: after(HOUR) });
    }
    expect((await settleNow(books, ...users)).charged).toBe(20n * 316n);
    for (const userId of users)
      expect(await walletState(books, userId)).toEqual({ balance: 684n, held: 316n });
  });
});

describe('the database', () => {
  it.each([
    ['changing an entry', 'UPDATE ledger_entry SET amount = amount + 1', /permission denied/],
    ['removing an entry', 'DELETE FROM ledger_entry', /permission denied/],
    ['emptying the ledger', 'TRUNCATE ledger_transaction CASCADE', /permission denied/],
    [
      'putting the clock ahead',
      "INSERT INTO billing_clock_advance (ahead) VALUES ('1 h')",
      /permission denied/,
    ],
    ['removing a hold', 'DELETE FROM hold', /permission denied/],
    ['removing a run', 'DELETE FROM usage_segment', /permission denied/],
    ['changing a record', 'UPDATE billing_record SET amount = amount + 1', /permission denied/],
    [
      'adding a sum',
      "INSERT INTO wallet_sum VALUES ('wallet:x', 'DAY', now(), 'USAGE', 1)",
      /permission denied/,
    ],
    ['changing a sum', 'UPDATE wallet_sum SET amount = amount + 1', /permission denied/],
    ["changing the platform's sums", 'UPDATE platform_sum SET amount = amount + 1', /permission denied/],
    ['marking days as archived', "UPDATE books_check SET archived_before = 'infinity'", /permission denied/],
    ['changing the checksum of a migration', "UPDATE migration SET checksum = ''", /permission denied/],
    ['removing a comparison with a bill', 'DELETE FROM payment_reconciliation', /permission denied/],
  ])('refuses %s to the application', async (_, statement, message) => {
    await expect(books.pool.query(statement)).rejects.toThrow(message);
  });

  it.each([
    ['changing an entry', 'UPDATE ledger_entry SET amount = amount + 1'],
    ['removing a line', 'DELETE FROM usage_line'],
    ['removing a run', 'DELETE FROM usage_segment'],
    ['removing an order', 'DELETE FROM workload_order'],
    ['removing all orders', 'TRUNCATE workload_order CASCADE'],
    ['changing the id of an order', 'UPDATE workload_order SET id = gen_random_uuid()'],
    ['changing the id of an account', "UPDATE ledger_account SET id = 'mine' WHERE id = 'adjustments'"],
  ])('refuses %s even to its owner', async (_, statement) => {
    await expect(books.asOwner(statement)).rejects.toThrow(/never changed or removed/);
  });

  describe('with money in a wallet', () => {
    let wallet: string;
    beforeAll(async () => {
      const userId = await aCustomer(books, 1_000n);
      wallet = walletOf(userId);
      const { orderId } = await anOrder(books, userId);
      await aRun(books, orderId, { from: start, until: after(HOUR) });
      await settleNow(books, userId);
    });

    it.each([
      [
        'a balance that its entries do not explain',
        'UPDATE wallet SET balance = balance + 1 WHERE account_id = $1',
        /its newest entry/,
      ],
      ['less held than the holds', 'UPDATE wallet SET held = held - 1 WHERE account_id = $1', /put aside/],
      [
        'a hold larger than the held total',
        'UPDATE hold SET target = 999, amount = 999 WHERE account_id = $1',
        /put aside/,
      ],
      [
        'a release that leaves the held total unchanged',
        'UPDATE hold SET released_at = now() WHERE account_id = $1',
        /put aside/,
      ],
      ['a changed price of a run', 'UPDATE usage_segment SET price = 1 WHERE account_id = $1', /other terms/],
      [
        'an earlier start of a run',
        "UPDATE usage_segment SET started_at = started_at - interval '1 h' WHERE account_id = $1",
        /other terms/,
      ],
      ['a charge that shrinks', 'UPDATE usage_segment SET charged = 0 WHERE account_id = $1', /other terms/],
    ])('refuses %s', async (_, statement, message) => {
      await expect(books.pool.query(statement, [wallet])).rejects.toThrow(message);
    });

    it.each([
      ['the balance leaves out', 'last.balance + 1', /leaves out an entry/],
      ['does not follow the previous one', '77', /does not follow/],
    ])('refuses an entry that %s', async (_, balanceAfter, message) => {
      const entry = `
        WITH t AS (INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at)
                   VALUES ('RECHARGE', gen_random_uuid(), '', now()) RETURNING id),
        last AS (SELECT sequence, balance FROM wallet WHERE account_id = $1)
        INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
        SELECT t.id, $1, 1, ${balanceAfter}, sequence + 1 FROM t, last
        UNION ALL SELECT id, 'payments:TEST', -1, NULL, NULL FROM t`;
      await expect(books.pool.query(entry, [wallet])).rejects.toThrow(message);
    });
  });

  it.each([
    [
      'an entry of a missing transaction',
      "INSERT INTO ledger_entry (transaction_id, account_id, amount) VALUES (-1, 'adjustments', 1), (-1, 'write-off', -1)",
    ],
    [
      'an entry of a missing account',
      `WITH t AS (INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at)
                  VALUES ('USAGE', 'nobody', '', now()) RETURNING id)
       INSERT INTO ledger_entry (transaction_id, account_id, amount)
       SELECT id, 'nobody', 1 FROM t UNION ALL SELECT id, 'usage-revenue', -1 FROM t`,
    ],
    [
      'a transaction of a missing order',
      `INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at, order_id)
       VALUES ('TERM', 'no-order', '', now(), gen_random_uuid())`,
    ],
    [
      'a line of a missing run',
      `INSERT INTO usage_line (transaction_id, segment_id, started_at, ended_at)
       SELECT min(id), -1, now(), now() + interval '1 s' FROM ledger_transaction WHERE kind = 'ADJUSTMENT'`,
    ],
    [
      'a line of a missing transaction',
      `INSERT INTO usage_line (transaction_id, segment_id, started_at, ended_at)
       SELECT -1, max(id), now(), now() + interval '1 s' FROM usage_segment`,
    ],
  ])('refuses %s', async (_, statement) => {
    await expect(books.pool.query(statement)).rejects.toThrow(/not there|There is no|belongs to no/);
  });

  it('refuses a transaction that does not sum to zero', async () => {
    const unbalanced = `
      WITH t AS (INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at)
                 VALUES ('USAGE', 'unbalanced', '', now()) RETURNING id)
      INSERT INTO ledger_entry (transaction_id, account_id, amount) SELECT id, 'usage-revenue', 1 FROM t`;
    await expect(books.pool.query(unbalanced)).rejects.toThrow(/does not sum to zero/);
  });
});
