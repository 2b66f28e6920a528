import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiTokenLifetime, ApiTokenScope } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { eventually } from '@gpulease/kube/testing';
import { withTransaction } from '../database/database.ts';
import { removeExpired } from '../housekeeping.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { newPhone } from '../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { meteringHandlers } from '../metering/handlers.ts';
import { noticeHandlers } from '../notices/handlers.ts';
import { MOST_API_TOKENS } from './api-tokens.ts';
import { endOtherWaysIn, mustFindByUsername, setPassword } from './users.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 ci@runner';

let portal: TestPortal;
let admin: ApiClient;
beforeAll(async () => {
  portal = await startTestPortal({
    handlers: ({ database }) => ({
      ...noticeHandlers(database, () => undefined),
      ...meteringHandlers(database),
      streamEvents: () => undefined,
    }),
  });
  admin = await portal.admin();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

interface Wanted {
  readonly name?: string;
  readonly scope?: ApiTokenScope;
  readonly lifetime?: ApiTokenLifetime;
}

const ask = (browser: ApiClient, { name = 'ci', scope = 'WRITE', lifetime = 'UNLIMITED' }: Wanted = {}) =>
  browser.call('createApiToken', { body: { name, scope, lifetime, currentPassword: testPassword } });

/** Returns a customer with a token, and a script that uses it. */
async function aScript(wanted?: Wanted) {
  const browser = await portal.customer();
  const { username } = (await browser.call('getMe')).body;
  const { token } = (await ask(browser, wanted)).body;
  return { browser, username, token, script: portal.script(token) };
}

const reasonOf = async (call: ReturnType<ApiClient['call']>) => {
  const { status, error } = await call;
  return [status, error.details?.reason];
};
const invalid = [401, 'INVALID_API_TOKEN'];

describe('an API token', () => {
  it('is shown once and stored as a hash', async () => {
    const { browser, token } = await aScript({ name: 'nightly', scope: 'READ', lifetime: 'DAYS_90' });
    expect(token).toMatch(/^gpulease_/);
    const listed = (await browser.call('listApiTokens')).body;
    const now = portal.clock.now();
    expect(listed).toMatchObject({
      total: 1,
      items: [{ name: 'nightly', scope: 'READ', hint: `gpulease_…${token.slice(-4)}`, lastUsedAt: null }],
    });
    const [item] = listed.items;
    expect(Date.parse(item?.expiresAt ?? '') - now.getTime()).toBeCloseTo(90 * DAY, -5);
    expect(JSON.stringify(listed)).not.toContain(token);
    const kept = await sql`SELECT api_token::text FROM api_token`.execute(portal.database);
    expect(JSON.stringify(kept.rows)).not.toContain(token.slice(9, 30));
  });

  it('works without cookies, and for changes without an Origin header', async () => {
    const { script, username } = await aScript();
    expect((await script.call('getMe')).body.username).toBe(username);
    expect((await script.call('createSshKey', { body: { name: 'key', publicKey } })).status).toBe(201);
    expect((await script.call('listSshKeys')).body.items).toMatchObject([{ name: 'key' }]);
    expect((await script.call('deleteSshKey', { params: { name: 'key' } })).status).toBe(204);
  });

  it('changes nothing if its scope is READ', async () => {
    const { script } = await aScript({ scope: 'READ' });
    expect((await script.call('listSshKeys')).status).toBe(200);
    const refused = await script.call('createSshKey', { body: { name: 'key', publicKey } });
    expect([refused.status, refused.error.code, refused.error.details?.reason]).toEqual([
      403,
      'PERMISSION_DENIED',
      'READ_ONLY_API_TOKEN',
    ]);
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"');
    expect((await script.call('listSshKeys')).body.total).toBe(0);
  });

  it('is refused if it is invalid, even with a valid session', async () => {
    const browser = await portal.customer();
    for (const token of ['', 'gpulease_none', 'eyJhbGciOiJub25lIn0.e30.', 'gpulease_'.padEnd(60, '0')]) {
      expect(await reasonOf(portal.script(token).call('getMe'))).toEqual(invalid);
      const headers = { Authorization: `Bearer ${token}` };
      expect(await reasonOf(browser.call('getMe', { headers }))).toEqual(invalid);
    }
    const { headers } = await portal.script('gpulease_none').call('getMe');
    expect(headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('takes precedence over a session', async () => {
    const { token, username } = await aScript({ scope: 'READ' });
    const other = await portal.customer();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await other.call('getMe', { headers })).body.username).toBe(username);
    const body = { name: 'key', publicKey };
    expect(await reasonOf(other.call('createSshKey', { headers, body }))).toEqual([
      403,
      'READ_ONLY_API_TOKEN',
    ]);
    const signIn = { username, password: testPassword };
    expect(await reasonOf(other.call('login', { headers, body: signIn }))).toEqual([
      403,
      'API_TOKEN_NOT_ACCEPTED',
    ]);
  });

  it('cannot manage tokens, sessions or the account', async () => {
    const { script } = await aScript();
    const params = { name: 'ci' };
    const refused = [
      ask(script, { name: 'another' }),
      script.call('listApiTokens'),
      script.call('deleteApiToken', { params }),
      script.call('listSessions'),
      script.call('updateMe', { body: { language: 'en' } }),
      script.call('updateSpending', { body: { hour: null, day: null, month: null, stops: false } }),
      script.call('changeEmail', {
        body: { currentPassword: testPassword, email: 'a@example.com', emailCode: '000000' },
      }),
      script.call('listUsers'),
    ];
    for (const call of refused) expect(await reasonOf(call)).toEqual([403, 'API_TOKEN_NOT_ACCEPTED']);
  });

  it('shows the time of its last use, to the minute', async () => {
    const { browser, script } = await aScript();
    const lastUsed = async () => (await browser.call('listApiTokens')).body.items[0]?.lastUsedAt;
    await Promise.all([script.call('getMe'), script.call('getMe')]);
    const first = await lastUsed();
    expect(first).not.toBeNull();
    portal.clock.advance(MINUTE / 2);
    await script.call('getMe');
    expect(await lastUsed()).toBe(first);
    portal.clock.advance(MINUTE / 2);
    await script.call('getMe');
    expect(Date.parse((await lastUsed()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(MINUTE);
  });

  it('can have a name in any script', async () => {
    const { browser } = await aScript({ name: '夜间备份 #1' });
    expect((await browser.call('listApiTokens')).body.items).toMatchObject([{ name: '夜间备份 #1' }]);
    expect((await browser.call('deleteApiToken', { params: { name: '夜间备份 #1' } })).status).toBe(204);
    expect((await browser.call('listApiTokens')).body.items).toEqual([]);
  });

  it('has a unique name per user, and users have a limited number', async () => {
    const { browser } = await aScript({ name: 'n-0' });
    const taken = await ask(browser, { name: 'n-0' });
    expect([taken.status, taken.error.code]).toEqual([409, 'NAME_TAKEN']);
    expect((await ask(await portal.customer(), { name: 'n-0' })).status).toBe(201);
    const names = Array.from({ length: MOST_API_TOKENS }, (_, index) => `n-${index + 1}`);
    const statuses: number[] = [];
    // In batches, because password attempts are rate-limited.
    for (const few of [names.slice(0, 10), names.slice(10)]) {
      const answers = await Promise.all(few.map((name) => ask(browser, { name })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(MOST_API_TOKENS - 1);
    expect(await reasonOf(ask(browser, { name: 'one-more' }))).toEqual([409, 'QUOTA']);
  });

  it('is created at most forty times a day, because each sends an SMS, even if it is deleted immediately', async () => {
    const { browser } = await aScript();
    for (let made = 1; made < 40; made += 1) {
      await browser.call('deleteApiToken', { params: { name: 'ci' } });
      expect((await ask(browser)).status).toBe(201);
    }
    await browser.call('deleteApiToken', { params: { name: 'ci' } });
    expect(await reasonOf(ask(browser))).toEqual([429, 'RATE_LIMITED']);
    expect((await ask(await portal.customer())).status).toBe(201);
  });

  it('stops working when its owner deletes it', async () => {
    const { browser, script } = await aScript();
    const stranger = await portal.customer();
    const params = { name: 'ci' };
    expect((await stranger.call('deleteApiToken', { params })).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await script.call('getMe')).status).toBe(200);
    expect((await browser.call('deleteApiToken', { params })).status).toBe(204);
    expect(await reasonOf(script.call('getMe'))).toEqual(invalid);
    expect((await browser.call('deleteApiToken', { params })).error.code).toBe('RESOURCE_NOT_FOUND');
  });

  it('has an owner, scope and lifetime that the application cannot change', async () => {
    await aScript({ scope: 'READ' });
    for (const change of [{ scope: 'WRITE' }, { expires_at: null }, { user_id: 'another' }] as const)
      await expect(portal.database.updateTable('api_token').set(change).execute()).rejects.toThrow(
        'permission denied',
      );
  });
});

describe('the end of an API token', () => {
  it('is not caused by a password change or the end of all sessions', async () => {
    const { browser, script, username } = await aScript();
    await browser.call('endOtherSessions');
    await admin.call('revokeUserSessions', { params: { username }, body: { reason: 'A lost laptop' } });
    expect((await browser.call('getMe')).status).toBe(401);
    expect((await script.call('getMe')).status).toBe(200);
    await browser.call('login', { body: { username, password: testPassword } });
    const newPassword = 'another horse 8';
    const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword };
    expect((await browser.call('changePassword', { body })).status).toBe(204);
    expect((await script.call('getMe')).status).toBe(200);
  });

  it('is caused immediately by disabling the account, until it is enabled again', async () => {
    const { script, username } = await aScript();
    const set = (status: 'active' | 'inactive') =>
      admin.call('setUserStatus', { params: { username }, body: { status, reason: 'A test' } });
    await set('inactive');
    expect(await reasonOf(script.call('getMe'))).toEqual(invalid);
    await set('active');
    expect((await script.call('getMe')).status).toBe(200);
  });

  it('is caused by an operator with a reason, for one or all tokens', async () => {
    const { browser, script, username } = await aScript();
    const second = portal.script((await ask(browser, { name: 'second' })).body.token);
    const third = portal.script((await ask(browser, { name: 'third' })).body.token);
    const params = { username };
    const listed = (await admin.call('listUserApiTokens', { params, query: { sort: 'name' } })).body.items;
    expect(listed.map(({ name }) => name)).toEqual(['ci', 'second', 'third']);
    const reason = 'Found in a public repository';
    const revoke = (name?: string) =>
      admin.call('revokeUserApiTokens', { params, body: { reason, ...(name && { name }) } });
    expect((await revoke('ci')).status).toBe(204);
    const statuses = async () =>
      Promise.all([script, second, third].map(async (each) => (await each.call('getMe')).status));
    expect(await statuses()).toEqual([401, 200, 200]);
    expect((await revoke('ci')).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await revoke()).status).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(await auditOf('REVOKE_API_TOKENS', 'admin')).toEqual([
      { subject: username, details: { name: 'ci', reason } },
      { subject: username, details: { reason } },
    ]);
  });

  it.each([
    ['its deletion', ({ browser }) => browser.call('deleteApiToken', { params: { name: 'ci' } })],
    [
      'a disabled account',
      ({ username }) => {
        const body = { status: 'inactive', reason: 'A test' } as const;
        return admin.call('setUserStatus', { params: { username }, body });
      },
    ],
  ] satisfies [string, (script: Awaited<ReturnType<typeof aScript>>) => Promise<unknown>][])(
    'closes its live stream within five seconds: %s',
    async (_, happen) => {
      const made = await aScript({ scope: 'READ' });
      const stream = await fetch(`${portal.url}/api/v1/events`, { headers: made.script.headers });
      expect(stream.status).toBe(200);
      const ended = stream.text().then(() => performance.now());
      await happen(made);
      const since = performance.now();
      expect((await ended) - since).toBeLessThan(5_000);
    },
  );
});

async function auditOf(action: 'CREATE_API_TOKEN' | 'DELETE_API_TOKEN' | 'REVOKE_API_TOKENS', actor: string) {
  return portal.database
    .selectFrom('audit_entry')
    .select(['subject', 'details'])
    .where('action', '=', action)
    .where('actor', '=', actor)
    .orderBy('id')
    .execute();
}

describe('the creation of an API token', () => {
  it('is audited with its creator, like its deletion', async () => {
    const { browser, username } = await aScript({ scope: 'READ', lifetime: 'DAYS_365' });
    await browser.call('deleteApiToken', { params: { name: 'ci' } });
    expect(await auditOf('CREATE_API_TOKEN', username)).toEqual([
      { subject: null, details: { name: 'ci', scope: 'READ', lifetime: 'DAYS_365' } },
    ]);
    expect(await auditOf('DELETE_API_TOKEN', username)).toEqual([{ subject: null, details: { name: 'ci' } }]);
  });

  it('requires the password of the account, which is not recorded', async () => {
    const browser = await portal.customer('asked');
    const body = { name: 'ci', scope: 'READ', lifetime: 'DAYS_30' } as const;
    const refused = async (currentPassword?: string) => {
      const { error } = await browser.call('createApiToken', { body: { ...body, currentPassword } });
      return error.details?.fields;
    };
    expect(await refused()).toEqual({ currentPassword: 'required' });
    expect(await refused('a wrong guess 1')).toEqual({ currentPassword: 'currentPassword' });
    expect((await ask(browser)).status).toBe(201);
    const { rows } = await sql`SELECT details FROM audit_entry WHERE actor = 'asked'`.execute(
      portal.database,
    );
    expect(JSON.stringify(rows)).not.toContain(testPassword);
  });

  it('fails if a concurrent password reset ends the session', async () => {
    const browser = await portal.customer('reset-meanwhile');
    const { id } = await mustFindByUsername(portal.database, 'reset-meanwhile');
    const asked = await withTransaction(portal.database, async (transaction) => {
      await setPassword(transaction, id, 'of the reset');
      await endOtherWaysIn(transaction, id);
      // The old password is still valid here: the reset is not committed yet.
      const asking = ask(browser);
      await eventually(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          portal.database,
        );
        expect(rows).toHaveLength(1);
      });
      return { asking };
    });
    expect((await asked.asking).status).toBe(401);
    const tokens = portal.database.selectFrom('api_token').selectAll().where('user_id', '=', id);
    expect(await tokens.execute()).toEqual([]);
  });

  it('notifies the owner on every channel', async () => {
    const browser = await portal.customer('told');
    const { id } = await mustFindByUsername(portal.database, 'told');
    const waysOf = async () => {
      const { rows } = await sql<{ channel: string }>`
        SELECT channel FROM notice_delivery d JOIN notice n ON n.id = d.notice_id
        WHERE n.user_id = ${id} AND next_attempt_at IS NOT NULL ORDER BY channel`.execute(portal.database);
      return rows.map(({ channel }) => channel);
    };
    await portal.database.updateTable('user_account').set({ phone: null }).where('id', '=', id).execute();
    await ask(browser, { name: 'backup' });
    const { items } = (await browser.call('listNotices')).body;
    expect(items).toMatchObject([{ kind: 'API_TOKEN_CREATED', apiToken: 'backup', workload: null }]);
    expect(await waysOf()).toEqual([]);
    const reached = { phone: newPhone(), email: 'told@example.com' };
    await portal.database.updateTable('user_account').set(reached).where('id', '=', id).execute();
    await ask(browser, { name: 'nightly' });
    await browser.call('deleteApiToken', { params: { name: 'nightly' } });
    await ask(browser, { name: 'nightly' });
    expect((await browser.call('listNotices')).body.unread).toBe(3);
    expect(await waysOf()).toEqual(['EMAIL', 'EMAIL', 'SMS', 'SMS']);
  });
});

describe('the rate limit of scripts', () => {
  it('counts per account across all its tokens, and each response states the remainder', async () => {
    const { browser, script } = await aScript();
    const second = portal.script((await ask(browser, { name: 'second' })).body.token);
    const first = await script.call('getMe');
    expect(first.headers.get('RateLimit-Policy')).toBe('"apiTokens";q=600;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"apiTokens";r=599;t=\d+$/);
    expect((await second.call('getMe')).headers.get('RateLimit')).toMatch(/;r=598;/);
    for (let n = 0; n < 598; n += 1) await second.call('getMe');
    const limited = await script.call('getMe');
    expect([limited.status, limited.error.details?.reason]).toEqual([429, 'RATE_LIMITED']);
    expect(limited.headers.get('RateLimit')).toBe(`"apiTokens";r=0;t=${limited.headers.get('Retry-After')}`);
    expect((await browser.call('getMe')).headers.get('RateLimit')).toBeNull();
    expect((await (await aScript()).script.call('getMe')).status).toBe(200);
  });
});

// Last, because it advances the clock.
describe('an expired API token', () => {
  it('is refused, stays listed for 30 days, and is then removed', async () => {
    const { browser, script, username } = await aScript({ lifetime: 'DAYS_30' });
    await ask(browser, { name: 'unlimited' });
    portal.clock.advance(30 * DAY - MINUTE);
    expect((await script.call('getMe')).status).toBe(200);
    portal.clock.advance(MINUTE);
    expect(await reasonOf(script.call('getMe'))).toEqual(invalid);
    portal.clock.advance(30 * DAY - MINUTE);
    expect(await leftOf(username)).toEqual(['ci', 'unlimited']);
    portal.clock.advance(2 * MINUTE);
    expect(await leftOf(username)).toEqual(['unlimited']);
  });
});

/** Returns the names of a user's tokens after the removal of expired ones. */
async function leftOf(username: string): Promise<string[]> {
  await removeExpired(portal.database, portal.clock.now());
  const browser = portal.client();
  await browser.call('login', { body: { username, password: testPassword } });
  const { items } = (await browser.call('listApiTokens', { query: { sort: 'name' } })).body;
  return items.map(({ name }) => name);
}
