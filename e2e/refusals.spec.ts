import { randomUUID } from 'node:crypto';
import type { ErrorBody, Page } from '@gpulease/contract/common';
import { languages } from '@gpulease/contract/enums';
import { errorText, type ErrorCode, type ErrorReason } from '@gpulease/contract/errors';
import type { Balance } from '@gpulease/contract/me';
import type { Quote, Workload } from '@gpulease/contract/workloads';
import { expect, test } from '@playwright/test';
import { kubectlGet } from './support/kubectl.ts';
import { newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

interface Refusal {
  what: string;
  change: Record<string, unknown>;
  status: number;
  code: ErrorCode;
  reason?: ErrorReason;
}

const refusedOrders: Refusal[] = [
  { what: 'a field the API does not know', change: { gpu: 1 }, status: 400, code: 'INVALID_ARGUMENT' },
  {
    what: 'a name that breaks the rule',
    change: { name: 'Not-A-Name' },
    status: 400,
    code: 'INVALID_ARGUMENT',
  },
  {
    what: 'a SKU that does not exist',
    change: { sku: 'no-such-sku' },
    status: 400,
    code: 'INVALID_ARGUMENT',
  },
  {
    what: 'a price that is not the present one',
    change: { expectedPrice: '0.01' },
    status: 409,
    code: 'REQUEST_FAILED',
    reason: 'PRICE_CHANGED',
  },
];

for (const language of languages) {
  for (const { what, change, status, code, reason } of refusedOrders) {
    test(`an order with ${what} is refused in words, and nothing is made (${language})`, async () => {
      const session = await RestSession.user();
      session.language = language;
      await recharge(session, '10.00');
      const name = `refused-${randomUUID().slice(0, 8)}`;
      const order = { ...(await orderBody(session, name, newSshKey().publicKey)), ...change };
      const before = await session.get<Balance>('/me/balance');
      const { status: answered, body } = await session.post<ErrorBody>('/workloads', order);
      expect({ status: answered, code: body.code }).toEqual({ status, code });
      expect(body.message).toBe(errorText(code, language, reason));
      expect(body.requestId).toBeTruthy();
      expect((await session.get<Balance>('/me/balance')).body.held).toBe(before.body.held);
      expect((await session.get<Page<Workload>>(`/workloads?search=${name}`)).body.total).toBe(0);
    });
  }
}

const wholeHost = { sku: 'h100-80g-8', region: 'cn-east-1', pricing: 'h100-80g-8-hour', disk: 40 };

const phone = '13900000000';
const wrong = { username: 'nobody-at-all', password: 'Wrong-123' };
const refusedInChinese = [
  { code: 'NOT_FOUND', id: 'SPEC-8.1', path: '/nothing', says: '请求的地址不存在' },
  {
    code: 'INVALID_ARGUMENT',
    id: 'SPEC-8.4',
    path: '/auth/login',
    body: {},
    says: '请求参数有误，请检查后重试',
  },
  { code: 'INVALID_JWT_TOKEN', id: 'SPEC-8.6', path: '/workloads', says: '登录已失效，请重新登录' },
  {
    code: 'INVALID_CAPTCHA_TOKEN',
    id: 'SPEC-8.7',
    path: '/auth/sms-codes',
    body: { phone, purpose: 'REGISTER', captcha: 'none' },
    says: '人机验证未通过，请重试',
  },
  {
    code: 'PHONE_NOT_VERIFIED',
    id: 'SPEC-8.12',
    path: '/auth/login/phone',
    body: { phone, smsCode: '123456' },
    says: '短信验证码错误或已过期',
  },
  { code: 'INVALID_CREDENTIALS', id: 'SPEC-8.13', path: '/auth/login', body: wrong, says: '账号或密码错误' },
] as const;

for (const { code, id, path, says, ...rest } of refusedInChinese) {
  test(`${code} is said in Chinese (${id})`, async () => {
    const visitor = new RestSession();
    const { body } = await ('body' in rest
      ? visitor.post<ErrorBody>(path, rest.body)
      : visitor.get<ErrorBody>(path));
    expect({ code: body.code, message: body.message }).toEqual({ code, message: says });
  });
}

test('an order that exceeds the balance reports how much is missing (SPEC-8.16)', async () => {
  const session = await RestSession.user();
  const order = await orderBody(session, 'too-dear', newSshKey().publicKey, wholeHost);
  const { sku, region } = wholeHost;
  const year = { sku, region, pricing: 'h100-80g-8-month', pricingQuantity: 12 };
  const { body: quote } = await session.post<Quote>('/quotes', year);
  const unpaid = await session.post<ErrorBody>('/workloads', {
    ...order,
    ...year,
    expectedPrice: quote.expectedPrice,
    expectedUnit: quote.pricing.unit,
    expectedCharge: quote.charge,
  });
  expect({ status: unpaid.status, code: unpaid.body.code }).toEqual({
    status: 402,
    code: 'INSUFFICIENT_FUNDS',
  });
  expect(unpaid.body.message).toContain('余额不足');
  expect(Number(unpaid.body.details?.missing)).toBeGreaterThan(0);
});

test('an order for more than any node has is refused before it has a price', async () => {
  const session = await RestSession.user();
  const { sku, region, pricing } = wholeHost;
  const quote = await session.post<ErrorBody>('/quotes', { sku, region, pricing, skuQuantity: 2 });
  expect({ status: quote.status, code: quote.body.code }).toEqual({ status: 400, code: 'INVALID_ARGUMENT' });
  expect(Object.keys(quote.body.details?.fields ?? {})).toEqual(['skuQuantity']);
});

test('GPUs that another machine holds are sold out, and the order creates nothing', async () => {
  const session = await RestSession.user();
  await recharge(session, '400.00');
  const { publicKey } = newSshKey();
  const holder = `holds-${randomUUID().slice(0, 8)}`;
  const held = await session.post('/workloads', await orderBody(session, holder, publicKey, wholeHost));
  expect(held.status).toBe(201);
  await untilStatus(session, holder, 'RUNNING');

  const refused = `late-${randomUUID().slice(0, 8)}`;
  const soldOut = await session.post<ErrorBody>(
    '/workloads',
    await orderBody(session, refused, publicKey, wholeHost),
  );
  expect({ status: soldOut.status, reason: soldOut.body.details?.reason }).toEqual({
    status: 409,
    reason: 'SOLD_OUT',
  });
  const { items } = await kubectlGet<{ items: { metadata: { name: string } }[] }>([
    'workloads.gpulease.dev',
    '-A',
  ]);
  const names = items.map(({ metadata }) => metadata.name);
  expect([names.includes(holder), names.includes(refused)]).toEqual([true, false]);
  expect((await session.post(`/workloads/${holder}/destroy`, {})).status).toBe(202);
  await untilStatus(session, holder, 'DESTROYED');
});

test('of two simultaneous orders for the last host, one runs and the other is refunded with a reason', async () => {
  const session = await RestSession.user();
  await recharge(session, '400.00');
  const { publicKey } = newSshKey();
  const names = ['first', 'second'].map((name) => `${name}-${randomUUID().slice(0, 8)}`);
  const bodies = await Promise.all(names.map((name) => orderBody(session, name, publicKey, wholeHost)));
  const answers = await Promise.all(bodies.map((body) => session.post<ErrorBody>('/workloads', body)));
  const ends = await Promise.all(
    names.map(async (name, index) => {
      if (answers[index]?.status !== 201) return answers[index]?.body.details?.reason;
      await expect
        .poll(async () => (await session.get<Workload>(`/workloads/${name}`)).body.status, {
          timeout: 60_000,
        })
        .toMatch(/^(RUNNING|STOPPED)$/);
      const { status, reason } = (await session.get<Workload>(`/workloads/${name}`)).body;
      return status === 'RUNNING' ? status : reason;
    }),
  );
  expect(ends.filter((end) => end === 'RUNNING')).toHaveLength(1);
  expect(ends.filter((end) => end === 'SOLD_OUT' || end === 'OrderSoldOut')).toHaveLength(1);
  for (const [index, name] of names.entries()) {
    if (answers[index]?.status !== 201) continue;
    expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
    await untilStatus(session, name, 'DESTROYED');
  }
});

test('a name is taken once, an order is placed once, and a stranger sees nothing of it (SPEC-8.18, SPEC-8.29)', async () => {
  const session = await RestSession.user();
  await recharge(session, '10.00');
  const name = `mine-${randomUUID().slice(0, 8)}`;
  const body = await orderBody(session, name, newSshKey().publicKey);
  const key = { 'idempotency-key': randomUUID() };
  const first = await session.post<Workload>('/workloads', body, key);
  const replayed = await session.post<Workload>('/workloads', body, key);
  expect([first.status, replayed.status]).toEqual([201, 201]);
  expect(replayed.body.orderId).toBe(first.body.orderId);

  const taken = await session.post<ErrorBody>('/workloads', body);
  expect({ status: taken.status, code: taken.body.code }).toEqual({ status: 409, code: 'NAME_TAKEN' });
  expect(taken.body.message).toBe('已有同名实例，请换一个名称');
  const anonymous = await new RestSession().get<ErrorBody>(`/workloads/${name}`);
  expect({ status: anonymous.status, code: anonymous.body.code }).toEqual({
    status: 401,
    code: 'INVALID_JWT_TOKEN',
  });
  const unknown = await session.get<ErrorBody>('/workloads/not-there');
  expect({ status: unknown.status, code: unknown.body.code }).toEqual({
    status: 404,
    code: 'RESOURCE_NOT_FOUND',
  });
  expect(unknown.body.message).toBe('资源不存在或已被删除，请刷新页面');

  await untilStatus(session, name, 'RUNNING');
  expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
  await untilStatus(session, name, 'DESTROYED');
});
