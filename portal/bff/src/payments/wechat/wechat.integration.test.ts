import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { forgeries, retrySeconds } from '@gpulease/local/testing';
import { withTransaction } from '../../database/database.ts';
import { createLogger } from '../../http/logger.ts';
import { readBalance } from '../../metering/balance.ts';
import { listRecords } from '../../metering/records.ts';
import { aCustomer, openBooks, type Books } from '../../testing/books.ts';
import { openWeChat, type WeChatBooks } from '../../testing/wechat.ts';
import { checkRecharge, closeRecharge } from '../check-recharge.ts';
import { readRecharge } from '../recharge-view.ts';
import { createRecharge, requestCode } from '../recharges.ts';
import { checkDue } from '../check-payments.ts';

const HOUR = 3_600_000;
const log = createLogger('silent');

let books: Books;
let world: WeChatBooks;
beforeAll(async () => {
  books = await openBooks();
  world = await openWeChat(books);
});
afterEach(async () => {
  Object.assign(world.wechat.faults, {
    lose: false,
    duplicate: false,
    delayMs: 0,
    signWith: 'either',
    hang: false,
    refuse: false,
  });
  expect(await books.violations()).toEqual([]);
});
afterAll(async () => {
  await world.stop();
  await books.close();
});

/** Commits a recharge that WeChat does not know yet. */
async function committed(userId: string, amount = '100.00') {
  return withTransaction(books.database, (transaction) =>
    createRecharge(transaction, world.payments.providers, userId, { amount, method: 'WECHAT' }),
  );
}
/** Creates a recharge with its code. */
async function ordered(userId: string, amount = '100.00') {
  const { id } = await committed(userId, amount);
  const recharge = await requestCode(books.database, world.payments.providers, id);
  return { id, codeUrl: recharge.codeUrl ?? '' };
}
const check = (id: string) =>
  checkRecharge(books.database, world.payments.providers, { id, method: 'WECHAT' });
const statusOf = async (id: string) => (await readRecharge(books.database, id)).status;
const balanceOf = async (userId: string) => (await readBalance(books.database, userId)).balance;

describe('a WeChat payment', () => {
  it('is ordered after the commit, paid by its code and credited by the callback (SPEC-1.6, SPEC-3.87)', async () => {
    const userId = await aCustomer(books);
    expect((await committed(userId)).codeUrl).toBeNull();
    const { id, codeUrl } = await ordered(userId);
    expect(codeUrl).toMatch(/^weixin:\/\/wxpay\//);
    expect(world.wechat.pay(codeUrl)).toBe(true);
    expect(await statusOf(id)).toBe('PENDING');
    await world.clock.advance(0);
    expect(await statusOf(id)).toBe('PAID');
    const { items } = await listRecords(books.database, { page: 1, pageSize: 20, userId });
    expect(items).toEqual([
      expect.objectContaining({
        type: 'RECHARGE',
        paymentMethod: 'WECHAT',
        amount: '100.00',
        paymentAmount: '100.00',
      }),
    ]);
  });

  it.each(['certificate', 'public key'] as const)('is accepted when signed with the %s', async (signWith) => {
    world.wechat.faults.signWith = signWith;
    const userId = await aCustomer(books);
    const { codeUrl } = await ordered(userId);
    world.wechat.pay(codeUrl);
    await world.clock.advance(0);
    expect(await balanceOf(userId)).toBe('100.00');
  });

  it('gets the same code when it is ordered again after a crash', async () => {
    const { id } = await committed(await aCustomer(books));
    const { codeUrl } = await check(id);
    await books.database.updateTable('recharge').set({ code_url: null }).where('id', '=', id).execute();
    expect((await check(id)).codeUrl).toBe(codeUrl);
  });

  it('is found by a query when no callback arrives', async () => {
    world.wechat.faults.lose = true;
    const userId = await aCustomer(books);
    const { codeUrl } = await ordered(userId);
    world.wechat.pay(codeUrl);
    await books.asOwner('UPDATE recharge SET next_check_at = now() WHERE user_id = $1', [userId]);
    await checkDue({ database: books.database, providers: world.payments.providers, log }, 'WECHAT');
    expect(await balanceOf(userId)).toBe('100.00');
  });

  it('is announced again on WeChat’s schedule until the callback is accepted', async () => {
    world.wechat.faults.lose = true;
    const userId = await aCustomer(books);
    const { codeUrl } = await ordered(userId);
    world.wechat.pay(codeUrl);
    const [first, second, third] = retrySeconds;
    await world.clock.advance((first + second) * 1_000);
    world.wechat.faults.lose = false;
    await world.clock.advance((third - 1) * 1_000);
    expect(await balanceOf(userId)).toBe('0.00');
    await world.clock.advance(1_000);
    expect(await balanceOf(userId)).toBe('100.00');
  });

  it('is credited once when its callback arrives twice concurrently, again later, and races the query', async () => {
    world.wechat.faults.duplicate = true;
    const userId = await aCustomer(books);
    const { id, codeUrl } = await ordered(userId);
    world.wechat.pay(codeUrl);
    await Promise.all([world.clock.advance(0), check(id), check(id), world.wechat.callBack(id)]);
    expect(await world.wechat.callBack(id)).toBe(204);
    expect(await balanceOf(userId)).toBe('100.00');
  });

  it('is credited even if callbacks arrive in another order than the payments', async () => {
    world.wechat.faults.lose = true;
    const userId = await aCustomer(books);
    const [one, other] = [await ordered(userId, '10.00'), await ordered(userId, '20.00')];
    world.wechat.pay(one.codeUrl);
    world.wechat.pay(other.codeUrl);
    expect([await world.wechat.callBack(other.id), await world.wechat.callBack(one.id)]).toEqual([204, 204]);
    expect(await balanceOf(userId)).toBe('30.00');
  });

  it('is credited once when it succeeds after it was closed', async () => {
    const userId = await aCustomer(books);
    const { id, codeUrl } = await ordered(userId);
    await closeRecharge(books.database, world.payments.providers, { id, method: 'WECHAT' });
    expect([await statusOf(id), world.wechat.pay(codeUrl)]).toEqual(['CLOSED', false]);
    expect(world.wechat.pay(codeUrl, { isLate: true })).toBe(true);
    world.wechat.faults.duplicate = true;
    await world.clock.advance(0);
    expect([await statusOf(id), await balanceOf(userId)]).toEqual(['PAID', '100.00']);
  });

  it('is closed when it expires', async () => {
    const { id } = await ordered(await aCustomer(books));
    await books.putClockAhead(HOUR);
    expect((await check(id)).status).toBe('CLOSED');
    await books.putClockAhead(0);
  });

  it('is quarantined once when the amount differs', async () => {
    const userId = await aCustomer(books);
    const { id, codeUrl } = await ordered(userId);
    world.wechat.pay(codeUrl, { amount: 9_999 });
    await world.clock.advance(0);
    await check(id);
    expect(await readRecharge(books.database, id)).toMatchObject({
      status: 'QUARANTINED',
      paymentAmount: '100.00',
      receivedAmount: '99.99',
    });
    expect(await balanceOf(userId)).toBe('0.00');
  });

  it('is not due again immediately, so that a failing payment does not starve others', async () => {
    const [poisoned, healthy] = [await aCustomer(books), await aCustomer(books)];
    const bad = await ordered(poisoned);
    const good = await ordered(healthy);
    world.wechat.faults.lose = true;
    world.wechat.pay(good.codeUrl);
    await books.asOwner(
      "UPDATE recharge SET next_check_at = now() + interval '1 day' WHERE status = 'PENDING'",
    );
    await books.asOwner('UPDATE recharge SET next_check_at = now() WHERE id = ANY($1)', [[bad.id, good.id]]);
    const { providers } = world.payments;
    const broken = {
      ...providers,
      WECHAT: { ...providers.WECHAT, query: failFor(bad.id) },
    } as typeof providers;
    await checkDue({ database: books.database, providers: broken, log }, 'WECHAT');
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['PENDING', 'PAID']);
    const {
      checks,
      next_check_at: next,
      last_error: lastError,
    } = await books.database
      .selectFrom('recharge')
      .select(['checks', 'next_check_at', 'last_error'])
      .where('id', '=', bad.id)
      .executeTakeFirstOrThrow();
    expect([checks, lastError]).toEqual([1, 'ProductError: SERVER_ERROR: Error: unreadable']);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    await books.asOwner('UPDATE recharge SET next_check_at = now() WHERE id = $1', [bad.id]);
    await checkDue({ database: books.database, providers, log }, 'WECHAT');
    const failing = books.database.selectFrom('recharge').select('id').where('last_error', 'is not', null);
    expect(await failing.execute()).toEqual([]);
  });
});

/** Returns a query that fails for one payment. */
function failFor(id: string) {
  const real = world.payments.providers.WECHAT as { query: (outTradeNo: string) => Promise<unknown> };
  return (outTradeNo: string) =>
    outTradeNo === id ? Promise.reject(new Error('unreadable')) : real.query(outTradeNo);
}

describe('a callback', () => {
  it.each(forgeries)(
    'is refused when forged (%s), and credits nothing (HUIZHI ChargeOS CVE-2026-111698)',
    async (forgery) => {
      world.wechat.faults.lose = true;
      const userId = await aCustomer(books);
      const { id, codeUrl } = await ordered(userId);
      world.wechat.pay(codeUrl);
      expect(await world.wechat.callBack(id, forgery)).toBe(401);
      expect([await statusOf(id), await balanceOf(userId)]).toEqual(['PENDING', '0.00']);
    },
  );

  it.each([
    ['without a body', '', {}],
    ['with no signature', '{}', { 'Content-Type': 'application/json' }],
    ['that is too large', 'x'.repeat(100_000), {}],
  ])('%s is refused', async (_, body, headers) => {
    expect(await world.post(body, headers)).toBeGreaterThanOrEqual(400);
  });
});

describe('WeChat Pay that does not respond', () => {
  it('leaves the recharge open, and fails within the time limit', async () => {
    const { id } = await committed(await aCustomer(books));
    world.wechat.faults.hang = true;
    const before = Date.now();
    await expect(requestCode(books.database, world.payments.providers, id)).rejects.toThrow();
    expect(Date.now() - before).toBeLessThan(20_000);
    expect(await statusOf(id)).toBe('PENDING');
    world.wechat.faults.hang = false;
    expect((await check(id)).codeUrl).toMatch(/^weixin:/);
  });
});

it.each([
  ['hangs', { hang: true }],
  ['refuses us', { refuse: true }],
])('WeChat Pay that %s is reported as our error, not the customer’s', async (_, faults) => {
  const { id } = await ordered(await aCustomer(books));
  Object.assign(world.wechat.faults, faults);
  await expect(check(id)).rejects.toMatchObject({ code: 'SERVER_ERROR' });
});
