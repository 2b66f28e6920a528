import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { operationIds, pathOf } from '@gpulease/contract/endpoints';
import { routes, type Route } from '@gpulease/contract/routes';
import { meteringHandlers } from '../metering/handlers.ts';
import { paymentHandlers } from '../payments/handlers.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import type { AllHandlers } from './handler.ts';
import { ProductError } from './product-error.ts';

/** The handler of operations without a real handler: reports that it was reached. */
const reached = () => {
  throw new ProductError('NOT_IMPLEMENTED');
};
const unreal = operationIds.filter((id) => !/login|list(Billing|Usage|Users|Recharges)|Billings/i.test(id));

let portal: TestPortal;
let browsers: Readonly<Record<Route['console'], ApiClient>>;
beforeAll(async () => {
  portal = await startTestPortal({
    handlers: ({ database }) => ({
      ...meteringHandlers(database),
      ...paymentHandlers(database, {}),
      ...(Object.fromEntries(unreal.map((id) => [id, reached])) as unknown as AllHandlers),
    }),
  });
  const user = await portal.customer('anybody');
  browsers = { user, public: user, admin: await portal.admin() };
});
afterAll(() => portal.stop());

/** Returns the names of a schema's fields. */
function fieldsOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}

const withInput = Object.values<Route>(routes).filter(
  ({ params, query, body }) => [params, query, body].flatMap(fieldsOf).length > 0,
);

/** Returns a request with this text in each of a route's parameters, filters and fields. */
function filledWith(text: string, { params, query, body }: Route) {
  const fill = (schema: unknown) => Object.fromEntries(fieldsOf(schema).map((name) => [name, text]));
  return { params: fill(params), query: fill(query), ...(body && { body: fill(body) }) } as object;
}

describe('text that the database cannot store', () => {
  it.each(withInput.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is refused per field by %s',
    async (_, route) => {
      const { status, error } = await browsers[route.console].call(route.operationId, {
        ...filledWith('a\u0000b', route),
        headers: { 'If-Match': '1' },
      });
      const fields = [route.params, route.query, route.body].flatMap(fieldsOf);
      expect([status, error.code]).toEqual([400, 'INVALID_ARGUMENT']);
      expect(error.details?.fields).toEqual(Object.fromEntries(fields.map((name) => [name, 'invalid'])));
    },
  );

  it('is refused for unpaired surrogates in JSON', async () => {
    const body = { username: 'a\ud800', password: 'b\udc00' };
    const { status, error } = await portal.client().call('login', { body });
    expect([status, error.details?.fields]).toEqual([400, { username: 'invalid', password: 'invalid' }]);
  });
});

describe('an odd date', () => {
  it.each(['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '2026-1-1', '10000-01-01', 'now', ''])(
    '%s is refused as a filter',
    async (from) => {
      const { status, error } = await browsers.user.call('listBillingRecords', { query: { from } });
      expect([status, error.details?.fields]).toEqual([400, { from: 'invalid' }]);
    },
  );

  it('between 1970 and 9998 is accepted', async () => {
    const query = { from: '1970-01-01', to: '9998-12-31' };
    expect((await browsers.user.call('listBillingRecords', { query })).status).toBe(200);
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-13-01T00:00:00Z'])(
    '%s is refused as the expiration of invite codes',
    async (expirationDate) => {
      const body = { quantity: 1, expirationDate };
      const { status, error } = await browsers.admin.call('createInviteCodes', { body });
      expect([status, error.details?.fields]).toEqual([400, { expirationDate: 'invalid' }]);
    },
  );
});

describe('an odd path (Rancher CVE-2025-23388: unauthenticated crash)', () => {
  /** Sends the path unchanged; `fetch` would normalize it. */
  async function statusOf(path: string): Promise<number | undefined> {
    const { port } = new URL(portal.url);
    const headers = { Cookie: browsers.user.cookieHeader };
    const sent = request({ host: '127.0.0.1', port, path, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  }

  it.each([
    '/api/v1/workloads/%00',
    '/api/v1/workloads/a%00b/events',
    '/api/v1/workloads/%ff',
    '/api/v1/workloads/%',
    '/api/v1/workloads/%2',
    '/api/v1/workloads/%c0%80',
    '/api/v1/workloads/%ed%a0%80',
    '/api/v1/%2e%2e/%2e%2e/workloads/%00',
    '/api/v1/../../etc/passwd%00',
    '/api/v1/billing/records?from=%00',
    '/api/v1/billing/records?from=%ff',
    '/api/v1/billing/records?from[]=1',
    '/api/v1/billing/records?from=1&from=2',
    '/api/v1/billing/records?__proto__=1',
    `/api/v1/billing/records?page=1e308`,
    '/api/v1/billing/records?page=NaN',
    '/api/v1/auth/oidc/callback?state=%00',
    '/api/v1/admin/auth/oidc/callback?code=a%00b',
    '//api//v1',
    '/%00',
    '/assets/%00.js',
    '/%2e%2e%2fetc%2fpasswd',
    '/%',
  ])('%s is a client error', async (path) => {
    const status = (await statusOf(path)) ?? 0;
    expect([status, status >= 400 && status < 500]).toEqual([status, true]);
  });

  it('with a huge page number causes no server error', async () => {
    const query = { page: Number.MAX_SAFE_INTEGER };
    expect((await browsers.user.call('listBillingRecords', { query })).status).toBeLessThan(500);
  });
});

const nothing = '"\\u0000"';
const costly = {
  'many brackets': '['.repeat(30_000) + ']'.repeat(30_000),
  'unstorable text, deeply nested': `${'['.repeat(16_000)}[${nothing}${`,${nothing}`.repeat(3_500)}]${']'.repeat(16_000)}`,
  'unstorable text under a long name': `{"${'k'.repeat(30_000)}":[${nothing}${`,${nothing}`.repeat(3_500)}]}`,
  'many unknown fields': JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [n, 1]))),
};

describe('an expensive body', () => {
  const post = (body: string) =>
    fetch(portal.url + pathOf('login'), {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });

  it.each(Object.entries(costly))('of %s is refused with a short response', async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(20_000);
  });

  it('costs no more CPU time than ten ordinary bodies', async () => {
    const measure = async (body: string) => {
      const before = process.cpuUsage();
      for (let n = 0; n < 20; n += 1) await (await post(body)).text();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The minimum excludes unrelated work of the process, such as compilation and garbage collection.
    const cpuOf = async (body: string) =>
      Math.min(await measure(body), await measure(body), await measure(body));
    const cost = await cpuOf(JSON.stringify({ username: 'a', password: '' }));
    for (const body of Object.values(costly)) expect(await cpuOf(body)).toBeLessThan(10 * cost);
  });

  it('is refused in an encoding other than UTF-8', async () => {
    const response = await fetch(portal.url + pathOf('login'), {
      method: 'POST',
      body: Buffer.from('{"username":"a","password":"b"}', 'utf16le'),
      headers: { 'Content-Type': 'application/json; charset=utf-16le', 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(response.status).toBe(400);
  });
});
