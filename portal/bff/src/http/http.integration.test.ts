import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@gpulease/contract/endpoints';
import { keepMerchantFiles } from '@gpulease/local/testing';
import { enqueue } from '../jobs/outbox.ts';
import { NOTIFY_PATH } from '../payments/settings.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { REAUTHORIZE_MS } from './event-stream.ts';
import { KEY_LIFETIME_MS } from './idempotency.ts';
import { ProductError } from './product-error.ts';
import type { RateLimits } from './rate-limits.ts';

let portal: TestPortal;
let started = 0;
let refuse = false;

const costly = () => Promise.reject(new ProductError('NOT_IMPLEMENTED'));

/** Each run of createRecharge adds an outbox row, so that effects can be counted. */
beforeAll(async () => {
  portal = await startTestPortal({
    handlers: ({ clock }) => ({
      async createRecharge({ body }, { transaction, caller }) {
        await enqueue(transaction, 'counted', caller.id, {});
        if (refuse) throw new ProductError('INSUFFICIENT_FUNDS', { missing: '1.00' });
        started += 1;
        const now = clock.now().toISOString();
        return {
          id: String(started),
          method: body.method,
          status: 'PENDING',
          amount: body.amount,
          paymentAmount: body.amount,
          receivedAmount: null,
          refundedAmount: '0.00',
          codeUrl: null,
          createdAt: now,
          expiresAt: now,
          paidAt: null,
        };
      },
      listRecharges: () => {
        const [amount, createdAt] = ['8.00', '2026-11-24T16:30:05.000Z'];
        const paid = { id: '7', method: 'TEST', status: 'PAID', codeUrl: null } as const;
        const amounts = { amount, paymentAmount: amount, receivedAmount: amount, refundedAmount: '0.00' };
        const times = { createdAt, expiresAt: createdAt, paidAt: '2026-11-24T16:31:00.000Z' };
        const items = [{ ...paid, ...amounts, ...times }];
        return Promise.resolve({ items, total: 1, page: 1, pageSize: 20, next: null });
      },
      getBalance: costly,
      createQuote: costly,
      checkRecharge: costly,
      closeRecharge: costly,
      listWorkloadEvents: () => Promise.reject(new ProductError('RESOURCE_NOT_FOUND')),
      streamEvents(stream, { caller }) {
        stream.send({ type: 'balance', user: caller.username });
      },
    }),
  });
});
afterAll(() => portal.stop());

const recharge = (amount: string) => ({ amount, method: 'TEST' as const });

async function effectsOf(username: string): Promise<number> {
  const rows = await portal.database
    .selectFrom('outbox')
    .innerJoin('user_account', 'user_account.id', 'outbox.key')
    .select('outbox.id')
    .where('topic', '=', 'counted')
    .where('username', '=', username)
    .execute();
  return rows.length;
}

describe('an Idempotency-Key', () => {
  it('is required', async () => {
    const browser = await portal.customer();
    const { status, error } = await browser.call('createRecharge', {
      body: recharge('1.00'),
      headers: { 'Idempotency-Key': '' },
    });
    expect([status, error.details?.fields]).toEqual([400, { 'Idempotency-Key': 'idempotencyKey' }]);
  });

  it('makes ten concurrent requests run once and return one response', async () => {
    const browser = await portal.customer('ten-at-once');
    const call = () =>
      browser.call('createRecharge', {
        body: recharge('2.00'),
        headers: { 'Idempotency-Key': 'ten-at-once' },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await effectsOf('ten-at-once')).toBe(1);
    const audited = await portal.database
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'outcome'])
      .where('actor', '=', 'ten-at-once')
      .where('action', '<>', 'LOGIN')
      .execute();
    expect(audited).toEqual([{ action: 'RECHARGE', subject: answers[0]?.body.id, outcome: 'SUCCESS' }]);
  });

  it('cannot be reused for another body', async () => {
    const browser = await portal.customer();
    const headers = { 'Idempotency-Key': 'another-body' };
    await browser.call('createRecharge', { body: recharge('3.00'), headers });
    const { status, error } = await browser.call('createRecharge', { body: recharge('4.00'), headers });
    expect([status, error.details]).toEqual([422, { reason: 'IDEMPOTENCY_KEY_REUSED' }]);
  });

  it('belongs to one user', async () => {
    const headers = { 'Idempotency-Key': 'two-users' };
    const [first, second] = [await portal.customer(), await portal.customer()];
    const one = await first.call('createRecharge', { body: recharge('3.00'), headers });
    const two = await second.call('createRecharge', { body: recharge('3.00'), headers });
    expect(one.body.id).not.toBe(two.body.id);
  });

  it('stores nothing for a refused request, which may be retried', async () => {
    const browser = await portal.customer('refused');
    const headers = { 'Idempotency-Key': 'refused-first' };
    refuse = true;
    const refused = await browser.call('createRecharge', { body: recharge('5.00'), headers });
    refuse = false;
    expect([refused.status, refused.error.details]).toEqual([402, { missing: '1.00' }]);
    expect(await effectsOf('refused')).toBe(0);
    expect((await browser.call('createRecharge', { body: recharge('5.00'), headers })).status).toBe(201);
  });

  it('expires after a day', async () => {
    const headers = { 'Idempotency-Key': 'next-day' };
    const browser = await portal.customer('next-day');
    const first = await browser.call('createRecharge', { body: recharge('6.00'), headers });
    portal.clock.advance(KEY_LIFETIME_MS + 1_000);
    const login = await browser.call('login', {
      body: { username: 'next-day', password: 'correct horse 7' },
    });
    expect(login.status).toBe(200);
    const second = await browser.call('createRecharge', { body: recharge('6.00'), headers });
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('every request', () => {
  it('is answered with a request id, no-store and a strict policy', async () => {
    const { headers } = await portal.client().call('getConfig');
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Powered-By')).toBeNull();
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  it('is refused if it is unsafe and comes from another site', async () => {
    const browser = await portal.customer();
    const foreign = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of foreign) {
      const { status, error } = await browser.call('logout', { headers });
      expect([status, error.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await browser.call('getSession')).body.user).not.toBeNull();
  });

  it('is refused for a foreign host name that resolves to this machine', async () => {
    const { port } = new URL(portal.url);
    const request = get({
      host: '127.0.0.1',
      port,
      path: '/api/v1/config',
      headers: { Host: 'evil.example' },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  it('is refused in the requested language', async () => {
    const call = (language: string) =>
      portal.client().call('getMe', { headers: { 'Accept-Language': language } });
    expect((await call('en-GB,en;q=0.9')).error.message).toMatch(/Sign in again/);
    expect((await call('fr')).error.message).toBe('登录已失效，请重新登录');
  });

  it('gets a catalogue error if it is malformed, too large or for an unknown path', async () => {
    const post = (path: string, body: string, type = 'application/json') =>
      fetch(`${portal.url}/api/v1${path}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' },
      });
    const cases: [Response, number, string][] = [
      [await post('/auth/login', '{'), 400, 'INVALID_ARGUMENT'],
      [await post('/auth/login', '[]'), 400, 'INVALID_ARGUMENT'],
      [await post('/auth/login', 'username=a', 'application/x-www-form-urlencoded'), 400, 'INVALID_ARGUMENT'],
      [await post('/auth/login', JSON.stringify({ username: 'x'.repeat(70_000) })), 413, 'REQUEST_FAILED'],
      [await post('/nothing', '{}'), 404, 'NOT_FOUND'],
      [await fetch(`${portal.url}/api/v1/config?x=1`), 400, 'INVALID_ARGUMENT'],
      [await fetch(`${portal.url}/api/v1/sandbox/messages?recipient=%00`), 400, 'INVALID_ARGUMENT'],
      [await fetch(`${portal.url}/api/v1/admin/users/%ff`), 400, 'INVALID_ARGUMENT'],
    ];
    for (const [response, status, code] of cases) {
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    }
  });
});

it('a refused list is answered as JSON, even if a file was requested', async () => {
  const browser = await portal.customer();
  const { status, headers } = await browser.call('listWorkloadEvents', {
    params: { name: 'nothing' },
    query: { format: 'csv' },
  });
  expect([status, headers.get('Content-Type')]).toEqual([404, 'application/json; charset=utf-8']);
  expect(headers.has('Content-Disposition')).toBe(false);
});

it('a list about money is a statement in words and China time if a language is requested', async () => {
  const browser = await portal.customer();
  const read = async (query: object) => {
    const { text, headers } = await browser.call('listRecharges', { query: { format: 'csv', ...query } });
    const lines = text.replace(/^\uFEFF/, '').split('\r\n');
    return { lines, name: decodeURIComponent(headers.get('Content-Disposition') ?? '') };
  };
  const chinese = await read({ language: 'zh' });
  expect(chinese.name).toMatch(/充值记录-\d{4}-\d\d-\d\d\.csv/);
  expect(chinese.lines).toEqual([
    '充值单号,创建时间（北京时间）,状态,支付方式,到账金额（元）,应付金额（元）,实收金额（元）,已退金额（元）,支付时间（北京时间）',
    '7,2026-11-25 00:30:05,已支付,测试支付,8.00,8.00,8.00,0.00,2026-11-25 00:31:00',
    '',
  ]);
  expect((await read({ language: 'en' })).lines[1]).toMatch(
    /^7,2026-11-25 00:30:05,Paid,Test payment,8\.00,/,
  );
  const plain = (await read({})).lines;
  expect(plain[0]).toMatch(/^id,method,status,amount,/);
  expect(plain[1]).toMatch(/^7,TEST,PAID,8\.00,.*2026-11-24T16:30:05\.000Z/);
});

it('an API response never runs as a page (Horizon CVE-2012-2094, CVE-2013-6858; Rancher CVE-2024-52281, CVE-2023-32192, CVE-2023-32193, CVE-2022-43760)', async () => {
  const { headers } = await portal
    .client()
    .call('getAnyWorkload', { params: { user: '<script>', name: '<img>' } });
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Content-Security-Policy')).toContain("script-src 'self'");
});

it('the description of the API is public', async () => {
  const response = await fetch(`${portal.url}/api/v1/openapi.json`);
  const { openapi, paths } = (await response.json()) as { openapi: string; paths: object };
  expect([response.status, openapi]).toEqual([200, '3.1.0']);
  expect(paths).toHaveProperty(['/workloads', 'post']);
});

it('a script can sign in and make changes with a cookie and an Origin header', async () => {
  await portal.customer('scripted');
  const headers: Record<string, string> = { Origin: portal.url, 'Content-Type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${portal.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const signedIn = await post('/auth/login', { username: 'scripted', password: testPassword });
  expect(signedIn.status).toBe(200);
  headers.Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  headers['Idempotency-Key'] = 'recharge-of-today';
  const answers = [await post('/recharges', recharge('5.00')), await post('/recharges', recharge('5.00'))];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = await Promise.all(answers.map((answer) => answer.json() as Promise<object>));
  expect(second).toEqual(first);
  delete headers.Origin;
  expect((await post('/recharges', recharge('5.00'))).status).toBe(403);
});

describe('requests without a session', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gpulease-merchant-'));
  let strict: TestPortal;
  beforeAll(async () => {
    const { merchantDir } = await keepMerchantFiles(dir);
    const env = {
      GPULEASE_WECHATPAY_DIR: merchantDir,
      GPULEASE_WECHATPAY_URL: 'http://127.0.0.1:9',
      GPULEASE_WECHATPAY_NOTIFY_URL: 'https://gpu.example.com',
      GPULEASE_TRUSTED_PROXIES: '1',
    };
    strict = await startTestPortal({ addressFactor: 0.01, env });
  });
  afterAll(async () => {
    await strict.stop();
    rmSync(dir, { recursive: true });
  });

  it.each([
    ['of a visitor', { network: '192.0.2.1', path: pathOf('login'), status: 400 }],
    [
      'with a wrong token',
      { network: '192.0.2.2', path: pathOf('changePassword'), status: 401, Authorization: 'Bearer nobody' },
    ],
    [
      'that claim to come from the payment provider',
      { network: '192.0.2.3', path: NOTIFY_PATH, status: 401 },
    ],
  ])('%s are counted by network before their body is read', async (_, { network, path, status, ...own }) => {
    const headers = {
      'X-Forwarded-For': network,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      ...own,
    };
    const ask = () => fetch(strict.url + path, { method: 'POST', headers, body: '{' });
    const statuses = [];
    for (let n = 0; n < 13; n += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => status), 429]);
  });
});

describe('requests with a session', () => {
  it('are counted by account', async () => {
    const [busy, other] = [await portal.customer('busy'), await portal.customer()];
    const { id } = await portal.database
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'busy')
      .executeTakeFirstOrThrow();
    const rateLimits: RateLimits = portal.identity.rateLimits;
    for (let n = 0; n < 6_000; n += 1) await rateLimits.count('accountRequests', id);
    const { status, error } = await busy.call('getMe');
    expect([status, error.details?.reason]).toEqual([429, 'RATE_LIMITED']);
    expect((await other.call('getMe')).status).toBe(200);
  });
});

describe('a costly request', () => {
  it('is limited per account', async () => {
    const [busy, other] = [await portal.customer(), await portal.customer()];
    const headers = { Accept: 'text/csv' };
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await busy.call('listSshKeys', { headers })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await other.call('listSshKeys', { headers })).status).toBe(200);
    expect((await busy.call('listSshKeys')).status).toBe(200);
  });

  it.each([
    ['getBalance', 180],
    ['createQuote', 120],
    ['checkRecharge', 20],
    ['closeRecharge', 20],
  ] as const)('%s is limited', async (operation, points) => {
    const browser = await portal.customer();
    const body = { sku: 'a', region: 'b', pricing: 'c' };
    const call = () =>
      operation === 'createQuote'
        ? browser.call('createQuote', { body })
        : browser.call(operation, { params: { id: 'r1' } });
    for (let n = 0; n < points; n += 1) expect((await call()).status).not.toBe(429);
    const limited = await call();
    expect([limited.status, limited.error.details?.reason]).toEqual([429, 'RATE_LIMITED']);
    const { headers } = limited;
    expect(headers.get('RateLimit-Policy')).toMatch(new RegExp(`^"\\w+";q=${points};w=60$`));
    expect(headers.get('RateLimit')).toMatch(new RegExp(`^"\\w+";r=0;t=${headers.get('Retry-After')}$`));
  });
});

describe('live events', () => {
  it("begin with ready, followed by the area's events", async () => {
    const browser = await portal.customer('listener');
    const response = await fetch(`${portal.url}/api/v1/events`, {
      headers: { Cookie: browser.cookieHeader },
    });
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.includes('balance')) break;
    }
    expect(text).toContain('data: {"type":"ready"}\n\n');
    expect(text).toContain('data: {"type":"balance","user":"listener"}\n\n');
  });

  it('end within seconds after the session ends', async () => {
    const browser = await portal.customer('leaver');
    const headers = { Cookie: browser.cookieHeader };
    const response = await fetch(`${portal.url}/api/v1/events`, { headers });
    await browser.call('logout');
    const started = Date.now();
    await response.text();
    // The margin allows for a busy machine.
    expect(Date.now() - started).toBeLessThan(REAUTHORIZE_MS + 20_000);
  });

  it('need a session', async () => {
    expect((await portal.client().call('streamEvents')).status).toBe(401);
  });
});
