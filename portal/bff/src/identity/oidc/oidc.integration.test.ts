import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { oidcClient, startIdentityProvider, type IdentityProvider } from '@gpulease/local/identity-provider';
import { findFreePort } from '@gpulease/local/ports';
import { createLogger } from '../../http/logger.ts';
import { removeExpired } from '../../housekeeping.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import { newPhone, receiveCode } from '../../testing/sign-up.ts';
import { noticesOf } from '../../testing/notices-of.ts';
import { startTestPortal, testPassword, type TestPortal } from '../../testing/test-portal.ts';
import { withTransaction } from '../../database/database.ts';
import { hashPassword } from '../passwords.ts';
import { mustFindByUsername, setPassword } from '../users.ts';
import { createOidcProvider } from './provider.ts';

let provider: IdentityProvider;
let portal: TestPortal;
let creating: TestPortal;
beforeAll(async () => {
  const ports = [await findFreePort(), await findFreePort()];
  provider = await startIdentityProvider(ports.map((port) => `http://127.0.0.1:${port}`));
  const single = () => createOidcProvider({ issuer: provider.issuer, ...oidcClient });
  portal = await startTestPortal({
    ...(ports[0] && { port: ports[0] }),
    singleSignOn: { provider: single(), autoCreate: false },
  });
  creating = await startTestPortal({
    ...(ports[1] && { port: ports[1] }),
    singleSignOn: { provider: single(), autoCreate: true },
  });
});
afterAll(async () => {
  await Promise.all([portal.stop(), creating.stop()]);
  await provider.stop();
});
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

type Console = 'user' | 'admin';
const operations = {
  user: { start: 'startOidc', finish: 'finishOidc' },
  admin: { start: 'startAdminOidc', finish: 'finishAdminOidc' },
} as const;

const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location') ?? '';

/** Starts a sign-in and signs in at the provider. Returns the callback URL. */
async function toProvider(browser: ApiClient, login: string, console: Console = 'user'): Promise<URL> {
  const left = await browser.call(operations[console].start, { query: { returnTo: '/billing?tab=usage' } });
  expect(left.status).toBe(302);
  return provider.signIn(locationOf(left), login);
}

const comeBack = async (browser: ApiClient, callback: URL, console: Console = 'user') =>
  locationOf(
    await browser.call(operations[console].finish, { query: Object.fromEntries(callback.searchParams) }),
  );

async function signIn(browser: ApiClient, login: string, console: Console = 'user'): Promise<string> {
  return comeBack(browser, await toProvider(browser, login, console), console);
}

/** Links the browser's account to an identity. Returns the destination. */
async function linkTo(browser: ApiClient, login: string): Promise<string> {
  const { location } = (await browser.call('linkOidc', { body: { currentPassword: testPassword } })).body;
  return comeBack(browser, await provider.signIn(location, login));
}

async function registerWith(browser: ApiClient, destination: string, username: string) {
  const oidcToken = new URLSearchParams(destination.split('?')[1]).get('oidcToken') ?? '';
  const phone = newPhone();
  const body = {
    phone,
    smsCode: await receiveCode(browser, phone, 'REGISTER'),
    username,
    password: testPassword,
    confirmPassword: testPassword,
    inviteCode: await portal.inviteCode(),
    agreeToTerms: true,
    oidcToken,
  } as const;
  return browser.call('register', { body });
}

describe('the first sign-in through the provider', () => {
  it('leads to registration with invite code and phone; later sign-ins succeed', async () => {
    const browser = portal.client();
    const destination = await signIn(browser, 'ada');
    expect(destination).toMatch(/^\/register\?oidcToken=/);
    expect((await browser.call('getSession')).body.user).toBeNull();
    expect((await registerWith(browser, destination, 'ada-here')).status).toBe(201);
    expect(await signIn(browser, 'ada')).toBe('/billing?tab=usage');
    expect((await browser.call('getMe')).body).toMatchObject({
      username: 'ada-here',
      email: 'ada@example.com',
    });
  });

  it('can be completed once, and only in the same browser', async () => {
    const browser = portal.client();
    const destination = await signIn(browser, 'bob');
    const thief = await registerWith(portal.client(), destination, 'thief');
    expect(thief.error.details?.fields).toEqual({ oidcToken: 'invalid' });
    expect((await registerWith(browser, destination, 'bob')).status).toBe(201);
    expect((await registerWith(browser, destination, 'bob-2')).error.details?.fields).toEqual({
      oidcToken: 'invalid',
    });
  });

  it('with an unverified email is refused', async () => {
    expect(await signIn(portal.client(), 'unverified')).toBe(
      '/login?failure=EMAIL_NOT_VERIFIED&reason=EMAIL_UNVERIFIED',
    );
  });

  it('never takes an account over by its email', async () => {
    const owner = await portal.customer('carol');
    await portal.database
      .updateTable('user_account')
      .set({ email: 'carol@example.com' })
      .where('username', '=', 'carol')
      .execute();
    const browser = portal.client();
    const destination = await signIn(browser, 'carol');
    expect(destination).toMatch(/^\/register/);
    await registerWith(browser, destination, 'carol-of-the-provider');
    await signIn(browser, 'carol');
    expect((await browser.call('getMe')).body).toMatchObject({
      username: 'carol-of-the-provider',
      email: null,
    });
    expect((await owner.call('getMe')).body.email).toBe('carol@example.com');
  });

  it('creates an account immediately if that is configured', async () => {
    const browser = creating.client();
    expect(await signIn(browser, 'Dave.Miller')).toBe('/billing?tab=usage');
    expect((await browser.call('getMe')).body).toMatchObject({
      username: 'dave-miller',
      email: 'dave.miller@example.com',
      phone: '',
    });
    await creating.customer('eve');
    const second = creating.client();
    await signIn(second, 'eve');
    expect((await second.call('getMe')).body.username).toMatch(/^eve-/);
  });
});

describe('an account', () => {
  it('is linked and unlinked from its own session only', async () => {
    const browser = await portal.customer('frank');
    expect((await portal.client().call('linkOidc', { body: {} })).error.code).toBe('INVALID_JWT_TOKEN');
    expect(await linkTo(browser, 'frank-at-work')).toBe('/profile');
    expect((await browser.call('getOidcLink')).body).toEqual({ linked: true, hasPassword: true });
    const other = portal.client();
    await signIn(other, 'frank-at-work');
    expect((await other.call('getMe')).body.username).toBe('frank');
    const second = await portal.customer();
    expect(await linkTo(second, 'frank-at-work')).toBe('/login?failure=NAME_TAKEN');
    expect((await browser.call('unlinkOidc')).status).toBe(204);
    expect(await signIn(portal.client(), 'frank-at-work')).toMatch(/^\/register/);
    expect(await noticesOf(portal.database, 'frank')).toEqual(['SIGN_ON_LINKED', 'SIGN_ON_UNLINKED']);
  });

  it('is linked only with its password, with limited attempts', async () => {
    const browser = await portal.customer('careful');
    const link = (body: { currentPassword?: string }) => browser.call('linkOidc', { body });
    expect((await link({})).error.details?.fields).toEqual({ currentPassword: 'required' });
    for (let tries = 0; tries < 10; tries += 1) {
      const { error } = await link({ currentPassword: 'a guess 123' });
      expect(error.details?.fields).toEqual({ currentPassword: 'currentPassword' });
    }
    const refused = await link({ currentPassword: testPassword });
    expect(refused.error.details?.reason).toBe('RATE_LIMITED');
    expect((await browser.call('getOidcLink')).body.linked).toBe(false);
  });

  it('without a password cannot be unlinked, but can be linked to a new provider', async () => {
    const browser = creating.client();
    await signIn(browser, 'passwordless');
    expect((await browser.call('getOidcLink')).body).toEqual({ linked: true, hasPassword: false });
    expect((await browser.call('unlinkOidc')).error.code).toBe('FORBIDDEN');
    await creating.database.updateTable('oidc_identity').set({ issuer: 'https://former.example' }).execute();
    expect((await browser.call('getOidcLink')).body.linked).toBe(false);
    const { location } = (await browser.call('linkOidc', { body: {} })).body;
    expect(await comeBack(browser, await provider.signIn(location, 'passwordless'))).toBe('/profile');
    expect((await browser.call('getOidcLink')).body.linked).toBe(true);
  });

  it('can be unlinked once it has a password, and then needs it for linking', async () => {
    const browser = creating.client();
    await signIn(browser, 'gets-a-password');
    const { id } = await mustFindByUsername(creating.database, 'gets-a-password');
    await withTransaction(creating.database, async (transaction) =>
      setPassword(transaction, id, await hashPassword(testPassword)),
    );
    await signIn(browser, 'gets-a-password');
    expect((await browser.call('unlinkOidc')).status).toBe(204);
    const refused = await browser.call('linkOidc', { body: {} });
    expect(refused.error.details?.fields).toEqual({ currentPassword: 'required' });
    expect((await browser.call('linkOidc', { body: { currentPassword: testPassword } })).status).toBe(200);
  });

  it('is refused while it is disabled', async () => {
    const browser = await portal.customer('gina');
    await linkTo(browser, 'gina');
    const admin = await portal.admin();
    await admin.call('setUserStatus', {
      params: { username: 'gina' },
      body: { status: 'inactive', reason: 'A test' },
    });
    expect(await signIn(portal.client(), 'gina')).toBe('/login?failure=USER_DISABLED');
  });

  it('of an operator signs in to the admin console only, once it is linked there', async () => {
    expect(await signIn(portal.client(), 'root', 'admin')).toBe('/admin/login?failure=INVALID_CREDENTIALS');
    const admin = await portal.admin();
    const { location } = (await admin.call('linkAdminOidc', { body: { currentPassword: testPassword } }))
      .body;
    const back = await provider.signIn(location, 'root');
    expect(await comeBack(admin, back, 'admin')).toBe('/admin/password');
    const browser = portal.client();
    expect(await signIn(browser, 'root', 'admin')).toBe('/billing?tab=usage');
    expect((await browser.call('getAdminSession')).body.user?.role).toBe('ADMIN');
    expect((await browser.call('getSession')).body.user).toBeNull();
    expect(await signIn(portal.client(), 'root')).toBe('/login?failure=INVALID_CREDENTIALS');
    const refused = await portal.database
      .selectFrom('sign_in_refusal')
      .select(['username', 'tries'])
      .where('action', '=', 'LOGIN_BY_OIDC')
      .where('username', 'in', ['', 'admin'])
      .orderBy('username')
      .execute();
    expect(refused).toEqual([
      { username: '', tries: 1 },
      { username: 'admin', tries: 1 },
    ]);
  });
});

describe('the return from the provider', () => {
  it('is accepted once, in the browser and console that started it (Rancher CVE-2025-23389: an identity from a cookie)', async () => {
    const browser = portal.client();
    const callback = await toProvider(browser, 'henry');
    expect(await comeBack(portal.client(), callback)).toBe('/login?failure=PERMISSION_DENIED');
    expect(await comeBack(browser, callback, 'admin')).toBe('/admin/login?failure=PERMISSION_DENIED');
    expect(await comeBack(browser, callback)).toMatch(/^\/register/);
    expect(await comeBack(browser, callback)).toBe('/login?failure=PERMISSION_DENIED');
  });

  it('requires the code that belongs to the state', async () => {
    const browser = portal.client();
    const [first, second] = [await toProvider(browser, 'ivy'), await toProvider(browser, 'mallory')];
    first.searchParams.set('code', second.searchParams.get('code') ?? '');
    expect(await comeBack(browser, first)).toBe('/login?failure=PERMISSION_DENIED');
  });

  it.each([{}, { state: 'made-up', code: 'made-up' }, { error: 'access_denied', state: 'made-up' }])(
    'is refused with %j',
    async (query) => {
      const answer = await portal.client().call('finishOidc', { query });
      expect(locationOf(answer)).toBe('/login?failure=PERMISSION_DENIED');
    },
  );

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never redirects to %s (Horizon CVE-2020-29565: open redirect)',
    async (returnTo) => {
      const browser = await portal.customer();
      await linkTo(browser, `to-${returnTo}`);
      const visitor = portal.client();
      const left = await visitor.call('startOidc', { query: { returnTo } });
      expect(await comeBack(visitor, await provider.signIn(locationOf(left), `to-${returnTo}`))).toBe(
        '/workloads',
      );
    },
  );

  it('expires after ten minutes', async () => {
    const browser = portal.client();
    const callback = await toProvider(browser, 'kate');
    portal.clock.advance(11 * 60_000);
    expect(await comeBack(browser, callback)).toBe('/login?failure=PERMISSION_DENIED');
    await removeExpired(portal.database, portal.clock.now());
    expect(await portal.database.selectFrom('oidc_attempt').selectAll().execute()).toEqual([]);
  });
});

describe('the reason for a failed sign-in', () => {
  it('is logged for the operator, without codes and tokens', async () => {
    const lines: string[] = [];
    const port = await findFreePort();
    const ours = await startIdentityProvider([`http://127.0.0.1:${port}`]);
    const settings = { issuer: ours.issuer, ...oidcClient, clientSecret: 'mistyped' };
    const mistaken = await startTestPortal({
      port,
      singleSignOn: { provider: createOidcProvider(settings), autoCreate: false },
      log: createLogger('warn', { write: (line) => lines.push(line) }),
    });
    try {
      const browser = mistaken.client();
      const callback = await ours.signIn(locationOf(await browser.call('startOidc')), 'lena');
      expect(await comeBack(browser, callback)).toBe('/login?failure=PERMISSION_DENIED');
      expect(JSON.parse(lines.join())).toMatchObject({
        causes: expect.arrayContaining([expect.stringContaining('invalid_client')]),
      });
      expect(lines.join()).not.toContain(callback.searchParams.get('code'));
      expect(lines.join()).not.toContain('mistyped');
    } finally {
      await mistaken.stop();
      await ours.stop();
    }
  });
});

describe('without a provider', () => {
  it('the configuration reports none, and accounts cannot be linked', async () => {
    const plain = await startTestPortal();
    try {
      const browser = plain.client();
      expect((await browser.call('getConfig')).body.singleSignOn).toBe(false);
      expect(locationOf(await browser.call('startOidc'))).toBe('/login?failure=CONFIG_ERROR');

      const customer = await plain.customer();
      const { status, body } = await customer.call('getOidcLink');
      expect([status, body]).toEqual([200, { linked: false, hasPassword: true }]);
      const linking = await customer.call('linkOidc', { body: { currentPassword: testPassword } });
      const unlinking = await customer.call('unlinkOidc');
      expect([linking.status, unlinking.status]).toEqual([404, 404]);
    } finally {
      await plain.stop();
    }
  });

  it('a sign-in ends at the login page with SERVER_ERROR', async () => {
    const settings = { issuer: `http://127.0.0.1:${await findFreePort()}`, ...oidcClient };
    const away = await startTestPortal({
      singleSignOn: { provider: createOidcProvider(settings), autoCreate: false },
    });
    try {
      expect(locationOf(await away.client().call('startOidc'))).toBe('/login?failure=SERVER_ERROR');
    } finally {
      await away.stop();
    }
  });
});
