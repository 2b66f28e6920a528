import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answerTo } from './api.ts';
import { openBooks, type Order } from './books.ts';
import { systemClock } from './clock.ts';
import { readKeys } from './keys.ts';
import { keepMerchantFiles } from './merchant-files.ts';
import { startWeChatPay, type WeChatPay } from './server.ts';

const order = {
  outTradeNo: 'R20261123000001',
  codeUrl: 'weixin://wxpay/bizpayurl?pr=1',
  total: 50_000,
  expiresAt: '2099-01-01T00:00:00.000Z',
  notifyUrl: 'http://127.0.0.1:9/notify',
  state: 'NOTPAY',
} as const satisfies Order;

const home = mkdtempSync(join(tmpdir(), 'gpulease-wechat-'));
const booksPath = join(home, 'books.json');
let weChat: WeChatPay;

beforeAll(async () => {
  writeFileSync(booksPath, JSON.stringify({ orders: [order], refunds: [] }));
  weChat = await startWeChatPay({ files: await keepMerchantFiles(home), booksPath });
  weChat.faults.lose = true;
});

afterAll(async () => {
  await weChat.stop();
  rmSync(home, { recursive: true });
});

async function happen(path: string, body: object): Promise<number> {
  const answer = await fetch(`${weChat.url}/sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.status;
}

const books = () =>
  JSON.parse(readFileSync(booksPath, 'utf8')) as { orders: Order[]; refunds: { amount: number }[] };

it('lets a customer pay another amount than requested, once', async () => {
  const paying = { code_url: order.codeUrl, amount: 5_000 };
  expect(await happen('pay', paying)).toBe(204);
  expect(books().orders[0]).toMatchObject({ state: 'SUCCESS', total: 50_000, paid: 5_000 });
  expect(await happen('pay', paying)).toBe(409);
});

it('accepts a refund made in the console of WeChat Pay', async () => {
  expect(await happen('refund', { out_trade_no: order.outTradeNo, amount: 1_000 })).toBe(204);
  expect(books().refunds).toMatchObject([{ outTradeNo: order.outTradeNo, amount: 1_000, state: 'SUCCESS' }]);
  expect(await happen('refund', { out_trade_no: 'R0', amount: 1_000 })).toBe(404);
});

it('returns ABNORMAL for a refund to a closed account', async () => {
  expect(await happen('close-account', { out_trade_no: order.outTradeNo })).toBe(204);
  const asked = {
    out_trade_no: order.outTradeNo,
    out_refund_no: 'B20261123000001',
    amount: { refund: 2_000, total: 5_000, currency: 'CNY' },
  };
  const world = {
    books: openBooks(booksPath),
    keys: readKeys(await keepMerchantFiles(home)),
    clock: systemClock,
    origin: () => weChat.url,
    faults: { refuse: false, refunds: 'at once' as const },
    onRefund: () => expect('a refund that cannot be paid').toBe('not paid'),
  };
  const request = { method: 'POST', url: '/v3/refund/domestic/refunds', headers: {}, body: '' };
  expect(answerTo(world, { ...request, body: JSON.stringify(asked) })).toMatchObject({
    body: { status: 'ABNORMAL' },
  });
});
