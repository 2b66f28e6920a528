import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiTokenScopeOf } from '@gpulease/contract/api-tokens';
import { consoles, type ApiTokenScope } from '@gpulease/contract/enums';
import { operationIds, pathOf, type OperationId } from '@gpulease/contract/endpoints';
import { routes, type Route } from '@gpulease/contract/routes';
import { insertApiToken } from '../identity/api-tokens.ts';
import { mustFindByUsername } from '../identity/users.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import type { AllHandlers } from './handler.ts';
import { ProductError } from './product-error.ts';

/** Every operation, with a handler that only reports that it was reached. */
const reached = () => {
  throw new ProductError('NOT_IMPLEMENTED');
};
const handlerOf = (id: OperationId) => ((routes[id] as Route).kind === 'stream' ? () => undefined : reached);
const handlers = Object.fromEntries(operationIds.map((id) => [id, handlerOf(id)])) as unknown as AllHandlers;
const { adminLogin: _adminLogin, login: _login, ...notSignIn } = handlers;

let portal: TestPortal;
let anonymous: ApiClient;
let customer: ApiClient;
let disabled: ApiClient;
let admin: ApiClient;
let scripts: Readonly<Record<ApiTokenScope | 'disabled' | 'admin', ApiClient>>;
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
  scripts = {
    READ: await aScript('anybody', 'READ'),
    WRITE: await aScript('anybody', 'WRITE'),
    disabled: await aScript('disabled', 'WRITE'),
    admin: await aScript('admin', 'WRITE'),
  };
});
afterAll(() => portal.stop());

async function aScript(username: string, scope: ApiTokenScope): Promise<ApiClient> {
  const { id: userId } = await mustFindByUsername(portal.database, username);
  const wanted = { userId, name: scope.toLowerCase(), scope, lifetime: 'DAYS_30' } as const;
  return portal.script((await insertApiToken(portal.database, wanted, portal.clock.now())).token);
}

const guarded: Route[] = Object.values<Route>(routes).filter(({ operationId }) => operationId in notSignIn);

/** Returns the error's reason or code, or `passed` if the guard let the request through. */
async function knock(browser: ApiClient, { operationId, kind }: Route): Promise<string> {
  if (kind === 'stream' && (await opens(browser, operationId))) return 'passed';
  const params = { name: 'x', user: 'x', username: 'x', id: 'x', code: 'x' };
  const headers = { 'If-Match': '"1"' };
  const { code, details } = (await browser.call(operationId, { params, headers })).error;
  if (['NOT_IMPLEMENTED', 'INVALID_ARGUMENT'].includes(code)) return 'passed';
  return details?.reason ?? code;
}

/** Whether a stream opens; closes it. */
async function opens(browser: ApiClient, operationId: OperationId): Promise<boolean> {
  const leaving = new AbortController();
  const { headers } = browser;
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

describe('every route (SPEC-6.5, KubeSphere CVE-2024-46528: reads without permission)', () => {
  it('declares its console and the ownership of its objects', () => {
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

/** The result for a token, by the scope that the operation requires. */
const expectedOfScripts = {
  READ: { READ: 'passed', WRITE: 'passed' },
  WRITE: { READ: 'READ_ONLY_API_TOKEN', WRITE: 'passed' },
  none: { READ: 'API_TOKEN_NOT_ACCEPTED', WRITE: 'API_TOKEN_NOT_ACCEPTED' },
} as const;

describe('every route, called with an API token', () => {
  it.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, route) => {
      const answers = {
        READ: await knock(scripts.READ, route),
        WRITE: await knock(scripts.WRITE, route),
        disabled: await knock(scripts.disabled, route),
        admin: await knock(scripts.admin, route),
      };
      const refused = { disabled: 'INVALID_API_TOKEN', admin: 'INVALID_API_TOKEN' };
      const scope = apiTokenScopeOf(route) ?? 'none';
      expect(answers).toEqual({ ...expectedOfScripts[scope], ...refused });
    },
  );

  it.each(['login', 'adminLogin'] as const)('%s', async (operation) => {
    const body = { username: 'anybody', password: testPassword };
    const { error } = await scripts.WRITE.call(operation, { body });
    expect(error.details?.reason).toBe('API_TOKEN_NOT_ACCEPTED');
  });

  it('requires the scope WRITE for changes', () => {
    const changing = Object.values<Route>(routes).filter(({ method }) => method !== 'GET');
    const scopes = changing.map(apiTokenScopeOf);
    expect(new Set(scopes)).toEqual(new Set([undefined, 'WRITE']));
  });

  it("is refused for sign-in, identity checks, payments, consoles and operators' routes", () => {
    const forbidden = [
      /^\/(auth|admin|sandbox|payments)\//,
      /^\/me\/(password|phone|email|email-codes|sessions|api-tokens|oidc)\b/,
      /\/(console|vnc|console-tickets)$/,
    ];
    for (const route of Object.values<Route>(routes)) {
      const { operationId, path, method } = route;
      const isForbidden = forbidden.some((pattern) => pattern.test(path));
      const isPayment = path.startsWith('/recharges') && method !== 'GET';
      if (isForbidden || isPayment)
        expect([operationId, apiTokenScopeOf(route)]).toEqual([operationId, undefined]);
    }
  });
});

describe('the sandbox', () => {
  it('does not exist if it is disabled (SeaCMS CVE-2024-54879: credit without a payment)', async () => {
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
