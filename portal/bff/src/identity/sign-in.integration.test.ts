import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACTIVITY_HEADER } from '@gpulease/contract/endpoints';
import type { ApiClient } from '../testing/api-client.ts';
import { solveCaptcha } from '../testing/captcha.ts';
import { eventually } from '@gpulease/kube/testing';
import pg from 'pg';
import { removeExpired } from '../housekeeping.ts';
import { receiveCode } from '../testing/sign-up.ts';
import { noticesOf } from '../testing/notices-of.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { seed } from './seed.ts';
import { MOST_KEYS } from './ssh-keys.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  const users = [
    { username: 'grace', password: testPassword, phone: '13700000001' },
    { username: 'linus', password: testPassword, phone: '13700000002' },
  ];
  await seed(portal.database, portal.clock, { users, inviteCodes: 0 });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

const signIn = (browser: ApiClient, username: string, password = testPassword) =>
  browser.call('login', { body: { username, password } });

async function grace(): Promise<ApiClient> {
  const browser = portal.client();
  expect((await signIn(browser, 'grace')).status).toBe(200);
  return browser;
}

describe('sign-in by password', () => {
  it('creates a session that logout ends on the server', async () => {
    const browser = await grace();
    expect((await browser.call('getSession')).body.user?.username).toBe('grace');
    const stolen = browser.cookieHeader;
    expect((await browser.call('logout')).status).toBe(204);
    expect((await browser.call('getSession')).body.user).toBeNull();
    const withOldToken = await portal.client().call('getMe', { headers: { Cookie: stolen } });
    expect(withOldToken.error.code).toBe('INVALID_JWT_TOKEN');
  });

  it('creates a new token each time and ends the previous session (Horizon CVE-2012-2144: session fixation)', async () => {
    const browser = await grace();
    const before = [...browser.cookies.values()];
    await signIn(browser, 'grace');
    expect([...browser.cookies.values()]).not.toEqual(before);
    const sessions = await portal.database.selectFrom('session').selectAll().execute();
    expect(sessions.map(({ token_hash }) => token_hash.toString())).not.toContain(before[0]);
  });

  it('returns the same error for an unknown account, a wrong password and an admin', async () => {
    const answers = await Promise.all([
      signIn(portal.client(), 'nobody'),
      signIn(portal.client(), 'grace', 'wrong password 1'),
      signIn(portal.client(), 'admin'),
    ]);
    for (const { status, error } of answers) {
      expect([status, error.code, error.details]).toEqual([401, 'INVALID_CREDENTIALS', undefined]);
    }
  });

  it('requires a captcha after three failures, even with the correct password', async () => {
    const browser = portal.client();
    await signIn(browser, 'grace', 'wrong password 1');
    await signIn(browser, 'grace', 'wrong password 2');
    const third = await signIn(browser, 'grace', 'wrong password 3');
    expect(third.error.details).toEqual({ captcha: 'required' });
    const withoutCaptcha = await signIn(browser, 'grace');
    expect(withoutCaptcha.error.code).toBe('INVALID_CAPTCHA_TOKEN');
    const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
    const solved = await browser.call('login', {
      body: { username: 'grace', password: testPassword, captcha },
    });
    expect(solved.status).toBe(200);
  });

  it('refuses further attempts for an account after ten', async () => {
    const browser = portal.client();
    for (let tries = 0; tries < 10; tries += 1) await signIn(browser, 'nobody');
    const { status, error } = await signIn(browser, 'nobody');
    expect([status, error.details?.reason]).toEqual([429, 'RATE_LIMITED']);
  });

  it('accepts a user with a captcha while others flood the network’s limit', async () => {
    const flooded = { key: 'loginAddress:127.0.0.1', points: 5_000, expire: BigInt(Date.now() + 60_000) };
    await portal.database.insertInto('rate_limit').values(flooded).execute();
    const browser = portal.client();
    expect((await signIn(browser, 'grace')).error.code).toBe('INVALID_CAPTCHA_TOKEN');
    const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
    const body = { username: 'grace', password: testPassword, captcha };
    expect((await browser.call('login', { body })).status).toBe(200);
  });
});

/** The header that a browser sends while it is in use. */
const active = { [ACTIVITY_HEADER]: '1' };

describe('a session', () => {
  it('ends without activity, even if an unattended page sends requests', async () => {
    const admin = await portal.admin();
    for (let minutes = 0; minutes < 30; minutes += 5) {
      expect((await admin.call('getOverview')).status).not.toBe(401);
      portal.clock.advance(5 * 60_000);
    }
    expect((await admin.call('listUsers')).status).toBe(401);
  });

  it('ends after twelve idle hours, and after thirty days despite activity', async () => {
    const browser = await grace();
    portal.clock.advance(11 * 3_600_000);
    expect((await browser.call('getMe', { headers: active })).status).toBe(200);
    portal.clock.advance(12 * 3_600_000 + 1_000);
    expect((await browser.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');

    const busy = await grace();
    for (let hours = 0; hours < 30 * 24; hours += 10) {
      expect((await busy.call('getMe', { headers: active })).status).toBe(200);
      portal.clock.advance(10 * 3_600_000);
    }
    expect((await busy.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
  });

  it('ends when an admin disables the user, who cannot sign in until enabled again (SPEC-3.6, SPEC-4.15, SPEC-4.16)', async () => {
    const browser = portal.client();
    await signIn(browser, 'linus');
    const admin = await portal.admin();
    const setStatus = (status: 'active' | 'inactive') =>
      admin.call('setUserStatus', { params: { username: 'linus' }, body: { status, reason: 'A test' } });
    expect((await setStatus('inactive')).body.status).toBe('inactive');
    expect((await browser.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect((await signIn(browser, 'linus')).error.code).toBe('USER_DISABLED');
    expect((await signIn(browser, 'linus', 'wrong password 1')).error.code).toBe('INVALID_CREDENTIALS');
    await setStatus('active');
    expect((await signIn(browser, 'linus')).status).toBe(200);
    const requests = await portal.database.selectFrom('outbox').select('payload').orderBy('id').execute();
    expect(requests.slice(-2).map(({ payload }) => payload)).toEqual([
      { username: 'linus', status: 'inactive', isOrdering: false },
      { username: 'linus', status: 'active', isOrdering: false },
    ]);
  });
});

describe('sign-in by phone', () => {
  it('creates a session with a code, once', async () => {
    const browser = portal.client();
    const phone = '13700000001';
    const smsCode = await receiveCode(browser, phone, 'LOGIN');
    const first = await browser.call('loginByPhone', { body: { phone, smsCode } });
    expect(first.body.user?.username).toBe('grace');
    const second = await browser.call('loginByPhone', { body: { phone, smsCode } });
    expect(second.error.code).toBe('PHONE_NOT_VERIFIED');
  });
});

describe('the admin console', () => {
  it('has its own sign-in and session (SPEC-1.19, SPEC-3.5, SPEC-6.1, SPEC-6.4)', async () => {
    const admin = await portal.admin();
    expect((await admin.call('getAdminSession')).body.user?.role).toBe('ADMIN');
    expect((await admin.call('getSession')).body.user).toBeNull();
    expect((await admin.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
  });

  it('refuses a customer with its own message, in both languages (SPEC-8.32)', async () => {
    const refused = async (operation: 'login' | 'adminLogin', language: string) => {
      const body = { username: 'grace', password: 'wrong password 1' };
      const headers = { 'Accept-Language': language };
      const { error } = await portal.client().call(operation, { body, headers });
      return [error.code, error.message];
    };
    expect(await refused('adminLogin', 'zh')).toEqual(['INVALID_CREDENTIALS', '用户名或密码错误']);
    expect(await refused('adminLogin', 'en')).toEqual(['INVALID_CREDENTIALS', 'Wrong username or password.']);
    expect(await refused('login', 'zh')).toEqual(['INVALID_CREDENTIALS', '账号或密码错误']);
  });

  it('is forbidden to a signed-in customer', async () => {
    const { status, error } = await (await grace()).call('listUsers');
    expect([status, error.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await portal.client().call('listUsers')).error.code).toBe('INVALID_JWT_TOKEN');
  });

  it('prevents admins from disabling themselves', async () => {
    const admin = await portal.admin();
    const { error } = await admin.call('setUserStatus', {
      params: { username: 'admin' },
      body: { status: 'inactive', reason: 'A test' },
    });
    expect(error.code).toBe('FORBIDDEN');
  });

  it('lists, searches, sorts and exports users (SPEC-3.1, SPEC-3.2, SPEC-3.7)', async () => {
    const admin = await portal.admin();
    const { body } = await admin.call('listUsers', {
      query: { role: 'USER', sort: 'username', pageSize: 1 },
    });
    expect([body.total, body.items[0]?.username, body.items[0]?.balance]).toEqual([2, 'grace', '0.00']);
    const searched = await admin.call('listUsers', { query: { search: '00000002' } });
    expect(searched.body.items.map(({ username }) => username)).toEqual(['linus']);
    const csv = await admin.call('listUsers', {
      query: { sort: 'username' },
      headers: { Accept: 'text/csv' },
    });
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toBe(
      'username,phone,email,role,status,balance,available,owed,workloads,secondFactor,createdAt,lastLoginAt',
    );
    expect(lines.slice(1, 4).map((line) => line.split(',')[0])).toEqual(['admin', 'grace', 'linus']);
    const shown = {
      sort: 'username',
      format: 'csv',
      language: 'zh',
      columns: 'username,role,createdAt',
    } as const;
    const { text, headers } = await admin.call('listUsers', { query: shown });
    expect(decodeURIComponent(headers.get('Content-Disposition') ?? '')).toMatch(/用户-\d{4}-\d\d-\d\d\.csv/);
    const [headings, first] = text.replace(/^\uFEFF/, '').split('\r\n');
    expect(headings).toBe('用户名,角色,创建时间（北京时间）');
    expect(first).toMatch(/^admin,管理员,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});

describe('the profile', () => {
  it('changes given settings and keeps the others', async () => {
    const browser = await grace();
    await browser.call('updateMe', { body: { language: 'en' } });
    const { body } = await browser.call('updateMe', { body: {} });
    expect(body).toMatchObject({
      username: 'grace',
      language: 'en',
      phone: '13700000001',
    });
  });

  it('changes the password only with the current one, and ends all sessions (SPEC-5.27)', async () => {
    const elsewhere = await grace();
    const browser = await grace();
    const change = (currentPassword: string, newPassword: string) =>
      browser.call('changePassword', {
        body: { currentPassword, newPassword, confirmPassword: newPassword },
      });
    expect((await change('wrong password 1', 'abcdef')).error.details?.fields).toEqual({
      currentPassword: 'currentPassword',
    });
    expect((await change(testPassword, 'abcdef')).status).toBe(204);
    expect((await browser.call('getMe')).status).toBe(401);
    expect((await elsewhere.call('getMe')).status).toBe(401);
    expect((await signIn(browser, 'grace', 'abcdef')).status).toBe(200);
    expect(await noticesOf(portal.database, 'grace')).toEqual(['PASSWORD_CHANGED']);
    expect((await change('abcdef', testPassword)).status).toBe(204);
  });

  it('changes the phone with password and code, and notifies the old phone (SPEC-5.28)', async () => {
    const elsewhere = await grace();
    const browser = await grace();
    const phone = '13700000009';
    const smsCode = await receiveCode(browser, phone, 'CHANGE_PHONE');
    portal.clock.advance(1);
    const change = (currentPassword: string) =>
      browser.call('changePhone', { body: { currentPassword, phone, smsCode } });
    expect((await change('wrong password 1')).error.details?.fields).toEqual({
      currentPassword: 'currentPassword',
    });
    expect((await change(testPassword)).body.phone).toBe(phone);
    expect((await browser.call('getMe')).status).toBe(200);
    expect((await elsewhere.call('getMe')).status).toBe(401);
    await eventually(async () => {
      const told = await browser.call('listSandboxMessages', { query: { recipient: '13700000001' } });
      expect(told.body.items[0]?.text).toContain('您的账号已更换手机号');
    });
  });

  it('stores SSH keys by name and shows their fingerprints', async () => {
    const browser = await grace();
    const publicKey =
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJqfqkZmZg7s7d4n6vT3o3m1gq0u5X1c8i2Y3w4Z5a6b grace@laptop';
    const created = await browser.call('createSshKey', { body: { name: 'laptop', publicKey } });
    expect(created.body.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect((await browser.call('createSshKey', { body: { name: 'laptop', publicKey } })).error.code).toBe(
      'NAME_TAKEN',
    );
    const other = portal.client();
    await signIn(other, 'linus');
    expect((await other.call('deleteSshKey', { params: { name: 'laptop' } })).error.code).toBe(
      'RESOURCE_NOT_FOUND',
    );
    expect((await browser.call('deleteSshKey', { params: { name: 'laptop' } })).status).toBe(204);
    expect((await browser.call('listSshKeys')).body.items).toEqual([]);
  });

  it('accepts SSH key names in any script', async () => {
    const browser = await portal.customer();
    const publicKey =
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJqfqkZmZg7s7d4n6vT3o3m1gq0u5X1c8i2Y3w4Z5a6b grace@laptop';
    const add = (name: string) => browser.call('createSshKey', { body: { name, publicKey } });
    expect((await add(' 我的笔记本 ')).body.name).toBe('我的笔记本');
    expect((await add('我的笔记本')).error.code).toBe('NAME_TAKEN');
    expect((await add('a/b')).error.details?.fields).toEqual({ name: 'ownName' });
    expect((await browser.call('deleteSshKey', { params: { name: '我的笔记本' } })).status).toBe(204);
    expect((await browser.call('listSshKeys')).body.items).toEqual([]);
  });

  it('limits the number of SSH keys, even for concurrent requests', async () => {
    const browser = await portal.customer();
    const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1';
    const names = Array.from({ length: MOST_KEYS + 5 }, (_, index) => `key-${index}`);
    const answers = await Promise.all(
      names.map((name) => browser.call('createSshKey', { body: { name, publicKey } })),
    );
    expect((await browser.call('listSshKeys')).body.total).toBe(MOST_KEYS);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ error }) => error.details?.reason)).toEqual(Array(5).fill('QUOTA'));
  });
});

it('visitors create no sessions, even with made-up cookies (Horizon CVE-2026-43002, CVE-2014-8124: session store exhaustion)', async () => {
  const sessions = () => portal.database.selectFrom('session').select('token_hash').execute();
  const before = (await sessions()).length;
  const [name] = [...(await grace()).cookies.keys()];
  const operations = ['getConfig', 'getSession', 'getAdminSession', 'getMe', 'listUsers'] as const;
  for (let visit = 0; visit < 20; visit += 1) {
    const headers = { Cookie: `${name}=made-up-${visit}` };
    for (const operation of operations) await portal.client().call(operation, { headers });
  }
  expect(await sessions()).toHaveLength(before + 1);
});

describe('a flood of sign-ins', () => {
  const tries = 30;

  it('with changing names needs captchas and adds one row', async () => {
    const flooded = await startTestPortal({ addressFactor: 1 });
    try {
      const answers = [];
      for (let n = 0; n < tries; n += 1) answers.push(await signIn(flooded.client(), `guess-${n}`));
      const codes = answers.map(({ error }) => error.code);
      expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'INVALID_CREDENTIALS'));
      expect(codes.slice(20)).toEqual(Array.from({ length: 10 }, () => 'INVALID_CAPTCHA_TOKEN'));
      const refusals = await flooded.database
        .selectFrom('sign_in_refusal')
        .select(['action', 'username', 'network', 'tries'])
        .execute();
      expect(refusals).toEqual([{ action: 'LOGIN', username: '', network: '127.0.0.1', tries: 20 }]);
    } finally {
      await flooded.stop();
    }
  });

  it('is counted per existing account and removed after half a year', async () => {
    await signIn(portal.client(), 'grace', 'wrong password 1');
    const refusals = () =>
      portal.database.selectFrom('sign_in_refusal').selectAll().where('username', '=', 'grace').execute();
    expect((await refusals()).length).toBeGreaterThan(0);
    const halfAYear = new Date(portal.clock.now().getTime() + 181 * 24 * 3_600_000);
    await removeExpired(portal.database, halfAYear);
    expect(await refusals()).toEqual([]);
  });
});

describe('the audit', () => {
  it('records sign-ins and admin actions, and is immutable', async () => {
    const entries = await portal.database.selectFrom('audit_entry').select(['action', 'outcome']).execute();
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'LOGIN', outcome: 'SUCCESS' },
        { action: 'SET_USER_STATUS', outcome: 'SUCCESS' },
      ]),
    );
    await expect(portal.database.deleteFrom('audit_entry').execute()).rejects.toThrow(/permission denied/);
  });
});

it('a sign-in concurrent with a password change creates no session', async () => {
  const username = 'changes-it';
  await portal.customer(username);
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  await owner.query('BEGIN');
  await owner.query('UPDATE user_account SET password_hash = $2 WHERE username = $1', [username, '']);
  const signingIn = signIn(portal.client(), username);
  await eventually(async () => {
    const { rowCount } = await portal.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  });
  await owner.query('DELETE FROM session WHERE user_id = (SELECT id FROM user_account WHERE username = $1)', [
    username,
  ]);
  await owner.query('COMMIT');
  await owner.end();
  expect((await signingIn).error.code).toBe('INVALID_CREDENTIALS');
});
