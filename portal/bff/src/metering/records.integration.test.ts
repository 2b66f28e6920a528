import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readBalance } from './balance.ts';
import { listRecords, listUsage } from './records.ts';
import { readSummary, sumsByDay, usageByHour } from './sums.ts';
import { sumRecords } from './totals.ts';
import { readTurnover } from './turnover.ts';
import { aCustomer, anOrder, aRun, give, settleNow } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';

const HOUR = 3_600_000;
const firstPage = { page: 1, pageSize: 20 };
/** 22:30 in Shanghai. */
const start = new Date('2026-03-01T14:30:00Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

const books = useBooks();

const sumOf = (records: readonly { amount: string }[]) =>
  records.reduce((total, { amount }) => total + parseAmount(amount), 0n);

describe('the billing list', () => {
  it('has one usage record per workload and day, with its hourly lines', async () => {
    const userId = await aCustomer(books, 2_000n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(3 * HOUR) });
    await settleNow(books, userId);

    const { items, total } = await listRecords(books.database, { ...firstPage, userId, type: 'DEDUCTION' });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { amount: '2.37', balanceAfter: '15.26', date: after(3 * HOUR).toISOString(), day: '2026-03-02' },
      { amount: '2.37', balanceAfter: '17.63', date: '2026-03-01T16:00:00.000Z', day: '2026-03-01' },
    ]);

    const usage = await listUsage(books.database, userId, { ...firstPage, sort: 'day' });
    expect(
      usage.items.map(({ day, amount, seconds, lines }) => [day, amount, seconds, lines.length]),
    ).toEqual([
      ['2026-03-01', '2.37', 5_400, 2],
      ['2026-03-02', '2.37', 5_400, 2],
    ]);
    expect(usage.items[1]?.lines[1]).toMatchObject({
      from: '2026-03-01T17:00:00.000Z',
      to: after(3 * HOUR).toISOString(),
      amount: '0.79',
      balanceAfter: '15.26',
    });
  });

  it('of one order excludes another machine of the same name, and so do its totals', async () => {
    const userId = await aCustomer(books, 2_000n);
    const [before, now] = [await anOrder(books, userId, { hold: 0n }), await anOrder(books, userId)];
    await aRun(books, before.orderId, { from: start, until: after(HOUR) });
    await aRun(books, now.orderId, { from: after(2 * HOUR), until: after(3 * HOUR) });
    await settleNow(books, userId);
    await sql`UPDATE workload_order SET state = 'CLOSED', closed_at = now() WHERE id = ${before.orderId}`.execute(
      books.database,
    );
    await sql`UPDATE workload_order SET name = 'box' WHERE user_id = ${userId}`.execute(books.database);
    const found = async (query: object) =>
      (await listRecords(books.database, { ...firstPage, userId, ...query })).items;
    expect(await found({ workload: 'box' })).toHaveLength(2);
    const ofOrder = await found({ order: now.orderId });
    expect(ofOrder.map(({ day }) => day)).toEqual(['2026-03-02']);
    const { used } = await sumRecords(books.database, { userId, order: now.orderId });
    expect(used).toBe(formatAmount(sumOf(ofOrder)));
  });

  it('contains only matching records', async () => {
    const userId = await aCustomer(books, 500n);
    const query = { ...firstPage, userId, from: '2020-01-01', to: '2020-01-31' };
    expect((await listRecords(books.database, query)).total).toBe(0);
    const { items } = await listRecords(books.database, { ...firstPage, userId, paymentMethod: 'ADMIN' });
    expect(items[0]).toMatchObject({ type: 'RECHARGE', operator: 'test', remark: 'money for a test' });
  });
});

describe('the totals', () => {
  it.each([
    {},
    { type: 'RECHARGE' as const },
    { type: 'DEDUCTION' as const },
    { from: '2026-03-02' },
    { to: '2026-03-01' },
    { paymentMethod: 'ADMIN' as const },
    { search: 'money' },
  ])('cover all records that match %j', async (filter) => {
    const userId = await aCustomer(books, 2_000n);
    await give(books.database, userId, -300n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(3 * HOUR) });
    await settleNow(books, userId);
    const { items } = await listRecords(books.database, { ...firstPage, ...filter, userId });
    const sum = (type: string) => sumOf(items.filter((item) => item.type === type));
    const credited = sumOf(
      items.filter(({ type, paymentMethod }) => type === 'RECHARGE' && paymentMethod === 'ADMIN'),
    );
    expect(await sumRecords(books.database, { ...firstPage, ...filter, userId })).toEqual({
      recharged: formatAmount(sum('RECHARGE') - credited),
      credited: formatAmount(credited),
      deducted: formatAmount(sum('DEDUCTION')),
      used: formatAmount(sumOf(items.filter(({ workload }) => workload !== null))),
    });
  });

  it("match the overview of the day, which does not count an operator's credit as a recharge", async () => {
    const userId = await aCustomer(books, 2_000n);
    await give(books.database, userId, 700n);
    await give(books.database, userId, -300n);
    const { rechargedToday, days } = await readTurnover(books.database);
    const { recharged, credited } = await sumRecords(books.database, { from: days.at(-1)?.day });
    expect(rechargedToday).toBe(recharged);
    expect(Number(credited)).toBeGreaterThanOrEqual(7);
    expect(days.at(-1)?.recharged).toBe(recharged);
    expect(await sumsByDay(books.database, {}, userId)).toMatchObject({
      recharged: '0.00',
      adjusted: '24.00',
    });
  });
});

describe('the sums', () => {
  it('assign usage to the day and hour in which it began, and are zero elsewhere', async () => {
    const userId = await aCustomer(books, 2_000n);
    const { orderId } = await anOrder(books, userId);
    await aRun(books, orderId, { from: start, until: after(3 * HOUR) });
    await settleNow(books, userId);
    const { days, used } = await sumsByDay(books.database, { from: '2026-02-28', to: '2026-03-02' }, userId);
    expect(days.map(({ day, used: amount }) => [day, amount])).toEqual([
      ['2026-02-28', '0.00'],
      ['2026-03-01', '2.37'],
      ['2026-03-02', '2.37'],
    ]);
    expect(used).toBe('4.74');
  });

  it('list the machines that cost most in the period, most expensive first', async () => {
    const [userId, other] = [await aCustomer(books, 5_000n), await aCustomer(books, 2_000n)];
    const names = new Map<string, string>();
    const order = async (of: string, name: string, hours: number) => {
      const { orderId } = await anOrder(books, of, { hold: 0n });
      await aRun(books, orderId, { from: start, until: after(hours * HOUR) });
      names.set(orderId, name);
    };
    await order(userId, 'small', 1);
    await order(userId, 'big', 3);
    await order(userId, 'again', 1);
    await order(userId, 'again', 1);
    await order(other, 'strange', 2);
    await settleNow(books, userId, other);
    for (const [id, name] of names)
      await sql`UPDATE workload_order SET name = ${name}, state = 'CLOSED', closed_at = now() WHERE id = ${id}`.execute(
        books.database,
      );
    const { workloads, used } = await readSummary(
      books.database,
      { from: '2026-02-28', to: '2026-03-02' },
      userId,
    );
    expect(workloads.map(({ workload, used: amount }) => [workload, amount])).toEqual([
      ['big', '4.74'],
      ['again', '3.16'],
      ['small', '1.58'],
    ]);
    expect(used).toBe('9.48');
    const later = await readSummary(books.database, { from: '2026-03-02', to: '2026-03-02' }, userId);
    expect(later.workloads).toEqual([{ workload: 'big', used: '2.37' }]);
  });

  it('cover the last thirty days and 24 hours by default', async () => {
    const { days } = await sumsByDay(books.database, {});
    expect(days).toHaveLength(30);
    expect(await usageByHour(books.database)).toHaveLength(24);
  });
});

describe('the balance', () => {
  it('includes what running machines have used since they were last charged', async () => {
    const userId = await aCustomer(books, 1_000n);
    const { orderId } = await anOrder(books, userId);
    // A fen is 23 seconds: these sums hold for about twenty seconds, from ten before the end of the second hour.
    await books.putClockAhead(start.getTime() + 2 * HOUR - 10_000 - Date.now());
    await aRun(books, orderId, { from: start });
    expect(await readBalance(books.database, userId)).toMatchObject({
      balance: '10.00',
      held: '1.58',
      accrued: '3.16',
      available: '5.26',
      burnPerHour: '1.58',
      runwayHours: 4.32,
      runningWorkloads: 1,
    });
    await books.putClockAhead(0);
  });
});
