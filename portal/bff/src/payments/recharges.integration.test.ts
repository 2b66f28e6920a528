import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withTransaction } from '../database/database.ts';
import { createLogger } from '../http/logger.ts';
import { withRequestId } from '../http/request-id.ts';
import { readBalance } from '../metering/balance.ts';
import { listRecords } from '../metering/records.ts';
import { aCustomer, openBooks, type Books } from '../testing/books.ts';
import { checkDue } from './check-payments.ts';
import { checkRecharge, closeRecharge } from './check-recharge.ts';
import { createRecharge, requestCode } from './recharges.ts';
import { createRefund } from './refunds.ts';
import { createTestProvider, type TestProvider } from './test-provider.ts';

const HOUR = 3_600_000;
const firstPage = { page: 1, pageSize: 20 };

let books: Books;
let provider: TestProvider;
beforeAll(async () => {
  books = await openBooks();
  provider = createTestProvider(books.database);
});
afterAll(() => books.close());

async function order(userId: string, amount = '100.00') {
  const { id } = await withTransaction(books.database, (transaction) =>
    createRecharge(transaction, { TEST: provider }, userId, { amount, method: 'TEST' }),
  );
  return requestCode(books.database, { TEST: provider }, id);
}
const check = (id: string) => checkRecharge(books.database, { TEST: provider }, { id, method: 'TEST' });

describe('a recharge', () => {
  it('is credited once when it is paid (SPEC-3.85, SPEC-3.86, SPEC-3.87, SPEC-3.88, SPEC-3.89, SPEC-3.92, SPEC-3.93, SPEC-3.94)', async () => {
    const userId = await aCustomer(books);
    const recharge = await order(userId);
    expect((await check(recharge.id)).status).toBe('PENDING');
    await provider.pay(recharge.codeUrl ?? '');
    await provider.pay(recharge.codeUrl ?? '');
    const checks = await Promise.all(Array.from({ length: 10 }, () => check(recharge.id)));
    expect(checks.map(({ status }) => status)).toEqual(Array(10).fill('PAID'));
    expect((await readBalance(books.database, userId)).balance).toBe('100.00');
    const { items } = await listRecords(books.database, { ...firstPage, userId });
    expect(items).toEqual([
      expect.objectContaining({
        type: 'RECHARGE',
        paymentMethod: 'TEST',
        amount: '100.00',
        paymentAmount: '100.00',
        balanceAfter: '100.00',
        user: expect.any(String),
        date: expect.any(String),
        successTime: expect.any(String),
      }),
    ]);
    expect(await books.violations()).toEqual([]);
  });

  it('cannot be paid after it is closed', async () => {
    const userId = await aCustomer(books);
    const { id, codeUrl } = await order(userId);
    const closed = await closeRecharge(books.database, { TEST: provider }, { id, method: 'TEST' });
    expect(closed).toMatchObject({ status: 'CLOSED', codeUrl: null });
    await expect(provider.pay(codeUrl ?? '')).rejects.toMatchObject({
      details: { reason: 'ILLEGAL_TRANSITION' },
    });
  });

  it('is credited instead of closed if it was already paid', async () => {
    const userId = await aCustomer(books);
    const { id, codeUrl } = await order(userId);
    await provider.pay(codeUrl ?? '');
    const closed = await closeRecharge(books.database, { TEST: provider }, { id, method: 'TEST' });
    expect(closed.status).toBe('PAID');
    expect(await books.violations()).toEqual([]);
  });

  it('is closed when it expires', async () => {
    const userId = await aCustomer(books);
    const { id } = await order(userId);
    await books.putClockAhead(HOUR);
    expect((await check(id)).status).toBe('CLOSED');
    await books.putClockAhead(0);
  });

  it.each(['0.99', '50000.01'])('of %s yuan is refused', async (amount) => {
    const userId = await aCustomer(books);
    await expect(order(userId, amount)).rejects.toMatchObject({
      details: { fields: { amount: 'amountRange' } },
    });
  });
});

it('logs a failed check with the id of the request that created the recharge or the refund', async () => {
  const { database } = books;
  const userId = await aCustomer(books);
  const paid = await order(userId);
  await provider.pay(paid.codeUrl ?? '');
  await check(paid.id);
  const open = await withRequestId('r-1', () => order(userId));
  const refund = { userId, username: 'somebody', recharge: paid.id, amount: '1.00' };
  await withRequestId('r-2', () =>
    withTransaction(database, (transaction) =>
      createRefund(transaction, { TEST: provider }, { ...refund, actor: 'admin', reason: 'asked' }),
    ),
  );
  const lines: Partial<Record<'recharge' | 'refund' | 'request_id', string>>[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line) as object) });
  const away = () => Promise.reject(new Error('away'));
  const providers = { TEST: { ...provider, query: away, refund: away } };
  await checkDue({ database, providers, log }, 'TEST');
  expect(lines.find(({ recharge }) => recharge === open.id)?.request_id).toBe('r-1');
  expect(lines.find((line) => line.refund !== undefined)?.request_id).toBe('r-2');
});
