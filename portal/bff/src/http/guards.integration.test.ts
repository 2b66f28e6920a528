import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consoles } from '@gpulease/contract/enums';
import { operationIds, pathOf, type OperationId } from '@gpulease/contract/endpoints';
import { routes, type Route } from '@gpulease/contract/routes';
import type { ApiClient } from '../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import type { Handlers } from './handler.ts';
import { ProductError } from './product-error.ts';

/** Every operation, with a handler that only says that it was reached. */
const reached = () => {
  throw new ProductError('NOT_IMPLEMENTED');
};
const handlerOf = (id: OperationId) => ((routes[id] as Route).kind === 'stream' ? () => undefined : reached);
const handlers = Object.fromEntries(
  operationIds.map((id) => [id, handlerOf(id)]),
) as unknown as Handlers<OperationId>;
const { adminLogin: _adminLogin, login: _login, ...notSignIn } = handlers;

let portal: TestPortal;
let anonymous: ApiClient;
let customer: ApiClient;
let disabled: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  portal = await startTestPortal({ handlers: () => notSignIn });
  anonymous = portal.client();
  customer = await portal.customer('anybody');
  disabled = await portal.customer('disabled');
  await portal.database
    .updateTable('user_account')
    .set({ status: 'inactive' })
    .where('username', '=', 'disabled')
    .execute();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const guarded: Route[] = Object.values<Route>(routes).filter(({ operationId }) => operationId in notSignIn);

/** What the guard says: the error's code, or `passed` when the request got beyond it. */
async function knock(browser: ApiClient, { operationId, kind }: Route): Promise<string> {
  if (kind === 'stream' && (await opens(browser, operationId))) return 'passed';
  const params = { name: 'x', user: 'x', username: 'x', id: 'x' };
  const headers = { 'If-Match': '"1"' };
  const { code } = (await browser.call(operationId, { params, headers })).error;
  return ['NOT_IMPLEMENTED', 'INVALID_ARGUMENT'].includes(code) ? 'passed' : code;
}

/** Whether a stream opens; it is closed again. */
async function opens(browser: ApiClient, operationId: OperationId): Promise<boolean> {
  const leaving = new AbortController();
  const headers = { Cookie: browser.cookieHeader };
  const response = await fetch(portal.url + pathOf(operationId), { headers, signal: leaving.signal });
  leaving.abort();
  return response.ok;
}

const expected = {
  public: { anonymous: 'passed', customer: 'passed', disabled: 'passed', admin: 'passed' },
  user: {
    anonymous: 'INVALID_JWT_TOKEN',
    customer: 'passed',
    disabled: 'INVALID_JWT_TOKEN',
    admin: 'INVALID_JWT_TOKEN',
  },
  admin: {
    anonymous: 'INVALID_JWT_TOKEN',
    customer: 'PERMISSION_DENIED',
    disabled: 'INVALID_JWT_TOKEN',
    admin: 'passed',
  },
} as const;

describe('every route (KubeSphere CVE-2024-46528: reads without the right)', () => {
  it('says which console may call it and whose objects it touches', () => {
    for (const { operationId, console, ownership } of Object.values<Route>(routes)) {
      expect([operationId, consoles.includes(console), Boolean(ownership)]).toEqual([
        operationId,
        true,
        true,
      ]);
      const isNobodys = ownership === 'none' || (console === 'public' && ownership === 'self');
      expect([operationId, isNobodys]).toEqual([operationId, console === 'public']);
      const isEverybodys = ownership === 'any';
      expect([operationId, isEverybodys && console !== 'admin']).toEqual([operationId, false]);
      expect([operationId, ownership === 'owner' && console === 'admin']).toEqual([operationId, false]);
    }
  });

  it.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, route) => {
      const answers = {
        anonymous: await knock(anonymous, route),
        customer: await knock(customer, route),
        disabled: await knock(disabled, route),
        admin: await knock(admin, route),
      };
      expect(answers).toEqual(expected[route.console]);
    },
  );
});

describe('the sandbox', () => {
  it('does not exist where it is off (SeaCMS CVE-2024-54879: credit without a payment)', async () => {
    const production = await startTestPortal({ handlers: () => notSignIn, env: { GPULEASE_SANDBOX: '0' } });
    try {
      expect((await production.client().call('listSandboxMessages')).error.code).toBe('NOT_FOUND');
      expect((await production.client().call('paySandboxPayment', { params: { id: 'x' } })).error.code).toBe(
        'NOT_FOUND',
      );
    } finally {
      await production.stop();
    }
  });
});
