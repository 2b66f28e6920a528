import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { sql } from 'kysely';
import type { ApiClient } from '../testing/api-client.ts';
import { noticesOf } from '../testing/notices-of.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import type { Caller, CallerContext } from '../http/handler.ts';
import { updateUser } from './accounts.ts';
import { mustFindByUsername } from './users.ts';

let portal: TestPortal;
let admin: ApiClient;
beforeAll(async () => {
  portal = await startTestPortal({
    handlers: () => ({ streamEvents: () => undefined, streamAdminEvents: () => undefined }),
  });
  admin = await portal.admin();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

const phone = '13711112222';

describe('an operator changes an account', () => {
  it('and keeps concurrent changes by its owner', async () => {
    const username = 'changes-email';
    const browser = await portal.customer(username);
    const seen = await mustFindByUsername(portal.database, username);
    const email = 'new@example.com';
    await portal.database.updateTable('user_account').set({ email }).where('id', '=', seen.id).execute();
    const caller = { id: 'another', username: 'admin' } as Caller;
    const context = { caller, address: '127.0.0.1', requestId: 'request' } as CallerContext;
    await updateUser(portal.identity, seen, { phone: '13711113333' }, context);
    expect(await mustFindByUsername(portal.database, username)).toMatchObject({
      phone: '13711113333',
      email,
    });
    expect((await browser.call('getMe')).status).toBe(401);
  });

  it('of a user who lost the phone: the user is notified, and sessions end', async () => {
    const browser = await portal.customer('lost-phone');
    const before = (await browser.call('getMe')).body.phone;
    const params = { username: 'lost-phone' };
    const changed = await admin.call('updateUser', { params, body: { phone, email: 'lost@example.com' } });
    expect(changed.body).toMatchObject({ phone, email: 'lost@example.com' });
    expect((await browser.call('getMe')).status).toBe(401);
    await eventually(async () => {
      const { items } = (await browser.call('listSandboxMessages', { query: { recipient: before } })).body;
      expect(items[0]?.text).toContain('您的账号已更换手机号');
    });
    expect(await noticesOf(portal.database, 'lost-phone')).toEqual(['CONTACT_CHANGED_BY_ADMIN']);
    const { items } = (await admin.call('listAuditEntries', { query: { action: 'CHANGE_USER' } })).body;
    expect(items[0]).toMatchObject({
      actor: 'admin',
      subject: 'lost-phone',
      details: { changed: ['phone', 'email'] },
    });
  });

  it("but not to another account's contact, nor the phone of an operator", async () => {
    await portal.customer('other');
    const change = (username: string, body: object) =>
      admin.call('updateUser', { params: { username }, body });
    expect((await change('other', { phone })).error.code).toBe('PHONE_TAKEN');
    expect((await change('other', { email: 'lost@example.com' })).error.code).toBe('EMAIL_TAKEN');
    expect((await change('admin', { phone: '13711113333' })).error.details?.fields).toEqual({
      phone: 'notOffered',
    });
    expect((await change('nobody', {})).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await change('other', { role: 'ADMIN' })).error.details?.fields).toEqual({ role: 'unknown' });
    expect((await change('other', { email: null })).body.email).toBeNull();
  });
});

describe('operators', () => {
  const disable = (username: string) =>
    admin.call('setUserStatus', { params: { username }, body: { status: 'inactive', reason: 'A test' } });

  it('must use their generated password within three days', async () => {
    const { username, password } = (await admin.call('createAdmin', { body: { username: 'late' } })).body;
    const { first_password_until: until } = await mustFindByUsername(portal.database, username);
    expect(until?.getTime()).toBe(portal.clock.now().getTime() + 3 * 24 * 3_600_000);
    const over = { first_password_until: portal.clock.now() };
    await portal.database.updateTable('user_account').set(over).where('username', '=', username).execute();
    const { error } = await portal.client().call('adminLogin', { body: { username, password } });
    expect([error.code, error.details?.reason]).toEqual(['INVALID_CREDENTIALS', 'FIRST_PASSWORD_EXPIRED']);
    await disable(username);
  });

  it('may not choose a common password', async () => {
    const { username, password } = (await admin.call('createAdmin', { body: { username: 'chooser' } })).body;
    const chooser = portal.client();
    await chooser.call('adminLogin', { body: { username, password } });
    const change = (newPassword: string) =>
      chooser.call('changeAdminPassword', {
        body: { currentPassword: password, newPassword, confirmPassword: newPassword },
      });
    expect((await change('Passw0rd!')).error.details?.fields).toEqual({ newPassword: 'commonPassword' });
    expect((await change('my own choice 1')).status).toBe(204);
    await disable(username);
  });

  it('are created by operators, with a password that must be changed at first sign-in', async () => {
    const { username, password } = (await admin.call('createAdmin', { body: { username: 'second' } })).body;
    expect((await admin.call('createAdmin', { body: { username } })).error).toMatchObject({
      code: 'NAME_TAKEN',
      details: { reason: 'USERNAME_TAKEN' },
    });
    const second = portal.client();
    const login = await second.call('adminLogin', { body: { username, password } });
    expect(login.body.user).toMatchObject({ role: 'ADMIN', mustChangePassword: true });
    expect((await second.call('listUsers')).error.details?.reason).toBe('PASSWORD_CHANGE_REQUIRED');
    const kept = await portal.database.selectFrom('audit_entry').selectAll().execute();
    expect(
      JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(password);
  });

  it('can disable other operators, but not themselves', async () => {
    const disable = (browser: ApiClient, username: string) =>
      browser.call('setUserStatus', { params: { username }, body: { status: 'inactive', reason: 'A test' } });
    expect((await disable(admin, 'admin')).error.code).toBe('FORBIDDEN');
    const { password } = (await admin.call('createAdmin', { body: { username: 'third' } })).body;
    expect((await disable(admin, 'third')).body.status).toBe('inactive');
    const refused = await portal.client().call('adminLogin', { body: { username: 'third', password } });
    expect(refused.error.code).toBe('USER_DISABLED');
  });

  it('cannot disable each other concurrently', async () => {
    const others = ['rival-a', 'rival-b'];
    const browsers = await Promise.all(others.map(newOperator));
    await admin.call('setUserStatus', {
      params: { username: 'second' },
      body: { status: 'inactive', reason: 'A test' },
    });
    await portal.database
      .updateTable('user_account')
      .set({ status: 'inactive' })
      .where('role', '=', 'ADMIN')
      .where('username', 'not in', others)
      .execute();
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.call('setUserStatus', {
          params: { username: others[1 - index] ?? '' },
          body: { status: 'inactive', reason: 'A test' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    await portal.database
      .updateTable('user_account')
      .set({ status: 'active' })
      .where('username', '=', 'admin')
      .execute();
  });
});

/** Returns a browser signed in as a new operator with a chosen password. */
async function newOperator(username: string): Promise<ApiClient> {
  const { password } = (await admin.call('createAdmin', { body: { username } })).body;
  const browser = portal.client();
  await browser.call('adminLogin', { body: { username, password } });
  const change = { currentPassword: password, newPassword: testPassword, confirmPassword: testPassword };
  await browser.call('changeAdminPassword', { body: change });
  await browser.call('adminLogin', { body: { username, password: testPassword } });
  return browser;
}

describe('a disabled user', () => {
  it('loses API access immediately and live streams within five seconds', async () => {
    const browser = await portal.customer('disabled');
    const stream = await fetch(`${portal.url}/api/v1/events`, { headers: { Cookie: browser.cookieHeader } });
    expect(stream.status).toBe(200);
    const ended = stream.text().then(() => performance.now());
    const params = { username: 'disabled' };
    await admin.call('setUserStatus', { params, body: { status: 'inactive', reason: 'A test' } });
    const since = performance.now();
    expect((await browser.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect((await ended) - since).toBeLessThan(5_000);
  });
});

describe('the audit', () => {
  const find = async (query: Parameters<typeof listed>[0]) => (await listed(query)).items;
  const listed = async (query: { search?: string; outcome?: 'REFUSED'; from?: string; to?: string }) =>
    (await admin.call('listAuditEntries', { query })).body;

  it('is searchable by actor and subject', async () => {
    await portal.customer('watched');
    await admin.call('setUserStatus', {
      params: { username: 'watched' },
      body: { status: 'inactive', reason: 'A test' },
    });
    const entries = await find({ search: 'watched' });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['SET_USER_STATUS', 'admin'],
      ['LOGIN', 'watched'],
    ]);
    expect(await find({ search: 'ATCHE' })).toEqual(entries);
    expect(await find({ search: 'w' })).toEqual([]);
    expect(await find({ search: 'watched', outcome: 'REFUSED' })).toEqual([]);
  });

  it('is searchable by the full request ID only', async () => {
    await portal.customer('asked');
    const body = { status: 'inactive', reason: 'A test' } as const;
    const { headers } = await admin.call('setUserStatus', { params: { username: 'asked' }, body });
    const requestId = headers.get('X-Request-Id') ?? '';
    expect(await find({ search: requestId })).toMatchObject([{ action: 'SET_USER_STATUS', requestId }]);
    expect(await find({ search: requestId.slice(0, 20) })).toEqual([]);
  });

  it('is filtered by days in Asia/Shanghai', async () => {
    const today = new Date(portal.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await find({ search: 'watched', from: today, to: today })).toHaveLength(2);
    expect(await find({ search: 'watched', to: '2020-01-01' })).toEqual([]);
  });

  it('counts refused sign-ins by account and network', async () => {
    await portal.customer('guessed');
    const guess = { username: 'guessed', password: 'wrong password 1' };
    await portal.client().call('login', { body: guess });
    await portal.client().call('login', { body: guess });
    const { items } = (await admin.call('listSignInRefusals', { query: { search: 'guessed' } })).body;
    expect(items).toMatchObject([{ action: 'LOGIN', username: 'guessed', network: '127.0.0.1', tries: 2 }]);
  });

  it('is searched by index', async () => {
    await sql`
      INSERT INTO audit_entry (at, actor, action, subject, outcome, request_id)
      SELECT ${portal.clock.now()}, 'user-' || n, 'LOGIN', 'user-' || n, 'SUCCESS', 'r-' || n
      FROM generate_series(1, 20000) AS n`.execute(portal.database);
    await sql`ANALYZE audit_entry`.execute(portal.database).catch(() => undefined);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT * FROM audit_entry
      WHERE actor = 'user-7' OR subject = 'user-7' OR subject LIKE 'user-7/%' OR request_id = 'r-7'`.execute(
      portal.database,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('audit_entry_by_actor');
    expect(plan).toContain('audit_entry_by_subject');
    expect(plan).toContain('audit_entry_by_request');
    expect(plan).not.toContain('Seq Scan');
  });

  it('is downloaded completely, even if it is read in several parts', async () => {
    const { text } = await admin.call('listAuditEntries', {
      query: { action: 'LOGIN' },
      headers: { Accept: 'text/csv' },
    });
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    const { total } = await portal.database
      .selectFrom('audit_entry')
      .select(sql<bigint>`count(*)`.as('total'))
      .where('action', '=', 'LOGIN')
      .executeTakeFirstOrThrow();
    expect(ids).toHaveLength(Number(total));
  });
});

describe('invite codes', () => {
  it('are found by code and by user (SPEC-3.78, SPEC-3.79, SPEC-3.80, SPEC-3.81, SPEC-3.82, SPEC-3.83, SPEC-3.84)', async () => {
    await portal.customer('invited');
    const { id } = await portal.database
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'invited')
      .executeTakeFirstOrThrow();
    const expirationDate = new Date(portal.clock.now().getTime() + 3_600_000).toISOString();
    const { items } = (await admin.call('createInviteCodes', { body: { quantity: 2, expirationDate } })).body;
    const [used, free] = items;
    await portal.database
      .updateTable('invite_code')
      .set({ used_by: id, used_at: portal.clock.now() })
      .where('code', '=', used?.code ?? '')
      .execute();
    expect(items).toHaveLength(2);
    const shown = (await admin.call('listInviteCodes', { query: { search: used?.code } })).body.items;
    const usedAt = portal.clock.now().toISOString();
    expect(shown).toMatchObject([{ ...used, status: 'USED', usedBy: 'invited', usedAt }]);
    expect(Date.parse(used?.createdAt ?? '')).toBeLessThan(Date.parse(expirationDate));
    const find = async (search: string) =>
      (await admin.call('listInviteCodes', { query: { search } })).body.items.map(({ code }) => code);
    expect(await find('invit')).toEqual([used?.code]);
    expect(await find(free?.code ?? '')).toEqual([free?.code]);
  });

  it('can be revoked while unused: they expire immediately, and repeating it changes nothing', async () => {
    const code = await portal.inviteCode();
    const params = { code };
    const now = portal.clock.now().toISOString();
    const revoked = await admin.call('revokeInviteCode', { params });
    expect(revoked.body).toMatchObject({ code, status: 'EXPIRED', expirationDate: now, usedBy: null });
    portal.clock.advance(1_000);
    expect((await admin.call('revokeInviteCode', { params })).body).toEqual(revoked.body);
    const { items } = (await admin.call('listAuditEntries', { query: { search: code } })).body;
    expect(items).toMatchObject([{ action: 'REVOKE_INVITE_CODE', actor: 'admin', subject: code }]);
  });

  it('cannot be revoked if used or unknown, or by a customer', async () => {
    const { body } = await admin.call('listInviteCodes', { query: { status: 'USED' } });
    const code = body.items[0]?.code ?? '';
    const { status, error } = await admin.call('revokeInviteCode', { params: { code } });
    expect([status, error.message]).toEqual([409, '邀请码已被使用，无法作废']);
    const nothing = { params: { code: 'ABCD-ABCD-ABCD-ABCD' } };
    expect((await admin.call('revokeInviteCode', nothing)).error.code).toBe('RESOURCE_NOT_FOUND');
    const customer = await portal.customer('revokes-nothing');
    expect((await customer.call('revokeInviteCode', nothing)).error.code).toBe('PERMISSION_DENIED');
  });
});
