import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import type { ApiClient } from '../testing/api-client.ts';
import { solveCaptcha } from '../testing/captcha.ts';
import { checkInviteCode, revokeInviteCode } from './invite-codes.ts';
import { seed } from './seed.ts';
import { codeMetrics } from './send-code.ts';
import { unconfiguredSmsGateway, type SmsGateway } from './sms-gateway.ts';
import { askForCode, newPhone, receiveCode } from '../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

interface Form {
  phone: string;
  smsCode: string;
  username: string;
  inviteCode: string;
}

function register(browser: ApiClient, form: Form, headers: Record<string, string> = {}) {
  const password = testPassword;
  return browser.call('register', {
    body: { ...form, password, confirmPassword: password, agreeToTerms: true },
    headers,
  });
}

async function filledForm(browser: ApiClient, username: string): Promise<Form> {
  const phone = newPhone();
  const smsCode = await receiveCode(browser, phone, 'REGISTER');
  return { phone, smsCode, username, inviteCode: await portal.inviteCode() };
}

describe('registration', () => {
  it.each(['admin', 'support', 'gpulease'])(
    'refuses the name %s, which looks like an operator’s',
    async (name) => {
      const browser = portal.client();
      const { error } = await register(browser, await filledForm(browser, name));
      expect(error.details?.fields).toEqual({ username: 'reservedName' });
    },
  );

  it('creates an account that can sign in, without a request to the cluster (SPEC-1.1, SPEC-1.2, SPEC-3.4, SPEC-6.2)', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'ada');
    expect((await register(browser, form)).status).toBe(201);

    const login = await browser.call('login', { body: { username: 'ada', password: testPassword } });
    expect(login.body.user).toEqual({
      username: 'ada',
      role: 'USER',
      language: null,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    });
    expect(await portal.database.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  it('stores the page’s language for messages to the customer', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'english');
    const headers = { Cookie: `${browser.cookieHeader}; language=en` };
    expect((await register(browser, form, headers)).status).toBe(201);
    const login = await browser.call('login', { body: { username: 'english', password: testPassword } });
    expect(login.body.user?.language).toBe('en');
  });

  it('refuses a wrong SMS code, and the right one after five wrong tries', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'wrong-code');
    const wrong = form.smsCode === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await register(browser, { ...form, smsCode: wrong })).error.code).toBe('PHONE_NOT_VERIFIED');
    }
    expect((await register(browser, form)).error.code).toBe('PHONE_NOT_VERIFIED');
  });

  it('refuses a code after ten minutes', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'too-late');
    portal.clock.advance(10 * 60_000 + 1);
    expect((await register(browser, form)).error.code).toBe('PHONE_NOT_VERIFIED');
  });

  it('refuses a code requested by another browser', async () => {
    const form = await filledForm(portal.client(), 'other-browser');
    expect((await register(portal.client(), form)).error.code).toBe('PHONE_NOT_VERIFIED');
  });

  it('refuses expired, unknown and used invite codes, and leaves nothing behind', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'no-invite');
    const refusals = [await register(browser, { ...form, inviteCode: 'ABCD-ABCD-ABCD-ABCD' })];
    const admin = await portal.admin();
    const expirationDate = new Date(portal.clock.now().getTime() + 60_000).toISOString();
    const created = await admin.call('createInviteCodes', { body: { quantity: 1, expirationDate } });
    portal.clock.advance(61_000);
    refusals.push(await register(browser, { ...form, inviteCode: created.body.items[0]!.code }));

    for (const { error } of refusals) {
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { fields: { inviteCode: 'inviteCode' } },
      });
    }
    const left = await portal.database
      .selectFrom('user_account')
      .selectAll()
      .where('username', '=', 'no-invite')
      .execute();
    expect(left).toEqual([]);
    expect((await register(browser, form)).status).toBe(201);
    const second = await filledForm(browser, 'second-use');
    const used = await register(browser, { ...second, inviteCode: form.inviteCode });
    expect(used.error.details?.fields).toEqual({ inviteCode: 'inviteCode' });
  });

  it('accepts an invite code in lower case with spaces', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'typed-invite');
    const typed = ` ${form.inviteCode.toLowerCase().replaceAll('-', ' ')} `;
    expect((await register(browser, { ...form, inviteCode: typed })).status).toBe(201);
  });

  it('refuses a taken name and a taken phone', async () => {
    const browser = portal.client();
    const first = await filledForm(browser, 'taken');
    expect((await register(browser, first)).status).toBe(201);
    const sameName = await filledForm(browser, 'taken');
    const uninvited = await register(browser, { ...sameName, inviteCode: 'ABCD-ABCD-ABCD-ABCD' });
    expect(uninvited.error.details?.fields).toEqual({ inviteCode: 'inviteCode' });
    expect((await register(browser, sameName)).error).toMatchObject({
      code: 'NAME_TAKEN',
      message: '用户名已被注册',
    });

    await portal.database.deleteFrom('rate_limit').execute();
    portal.clock.advance(60_000);
    const smsCode = await receiveCode(browser, first.phone, 'REGISTER');
    const samePhone = { ...sameName, username: 'taken-phone', phone: first.phone, smsCode };
    expect((await register(browser, samePhone)).error.code).toBe('PHONE_TAKEN');
  });

  it('accepts an invite code in only one of two concurrent registrations', async () => {
    const browsers = [portal.client(), portal.client()];
    const forms = await Promise.all(browsers.map((browser, index) => filledForm(browser, `racer-${index}`)));
    const inviteCode = forms[0]!.inviteCode;
    const answers = await Promise.all(
      browsers.map((browser, i) => register(browser, { ...forms[i]!, inviteCode })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const racers = await portal.database
      .selectFrom('user_account')
      .select('username')
      .where('username', 'like', 'racer-%')
      .execute();
    expect(racers).toHaveLength(1);
  });

  it('and the revocation of its invite code never both succeed', async () => {
    const admin = await portal.admin();
    const browser = portal.client();
    for (const round of [0, 1, 2, 3]) {
      const form = await filledForm(browser, `revoked-${round}`);
      const params = { code: form.inviteCode };
      const [registered, revoked] = await Promise.all([
        register(browser, form),
        admin.call('revokeInviteCode', { params }),
      ]);
      const { items } = (await admin.call('listInviteCodes', { query: { search: params.code } })).body;
      if (registered.status === 201) {
        expect(revoked.error.details?.reason).toBe('INVITE_CODE_USED');
        expect(items).toMatchObject([{ status: 'USED', usedBy: form.username }]);
      } else {
        expect(registered.error.details?.fields).toEqual({ inviteCode: 'inviteCode' });
        expect([revoked.body.status, items[0]?.status]).toEqual(['EXPIRED', 'EXPIRED']);
      }
    }
  });

  it('is refused if it waited for a code that was being revoked', async () => {
    const browser = portal.client();
    const form = await filledForm(browser, 'waits-for-revoked');
    const revoking = await portal.database.startTransaction().execute();
    await checkInviteCode(revoking, form.inviteCode, portal.clock);
    const registering = register(browser, form);
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND datname = current_database()`.execute(portal.database);
      expect(rows).toHaveLength(1);
    });
    portal.clock.advance(1_000);
    await revokeInviteCode(revoking, form.inviteCode, portal.clock.now());
    await revoking.commit().execute();
    expect((await registering).error.details?.fields).toEqual({ inviteCode: 'inviteCode' });
  });

  it('names wrong and unknown fields', async () => {
    const body = { phone: '12', username: 'Ada', password: 'short', balance: '100' } as never;
    const { status, error } = await portal.client().call('register', { body });
    expect(status).toBe(400);
    expect(error.details?.fields).toMatchObject({
      phone: 'phone',
      username: 'username',
      password: 'passwordLength',
      smsCode: 'required',
      balance: 'unknown',
    });
  });
});

describe('SMS codes', () => {
  it('need a solved captcha, which is valid for one request (ALTCHA CVE-2025-68113: captcha reuse)', async () => {
    const browser = portal.client();
    const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
    const send = (solution: string) =>
      browser.call('sendSmsCode', { body: { phone: newPhone(), purpose: 'REGISTER', captcha: solution } });
    expect((await send('nonsense')).error.code).toBe('INVALID_CAPTCHA_TOKEN');
    expect((await send(captcha)).status).toBe(202);
    expect((await send(captcha)).error.code).toBe('INVALID_CAPTCHA_TOKEN');
  });

  it('can be requested again only after a minute (SPEC-9.2)', async () => {
    const browser = portal.client();
    const phone = newPhone();
    await receiveCode(browser, phone, 'REGISTER');
    const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
    const again = await browser.call('sendSmsCode', { body: { phone, purpose: 'REGISTER', captcha } });
    expect(again.status).toBe(429);
    expect(again.error).toMatchObject({ code: 'REQUEST_FAILED', details: { reason: 'RATE_LIMITED' } });
    expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('are not sent to an unknown phone for sign-in, but the response is the same', async () => {
    const browser = portal.client();
    const unknown = newPhone();
    const sent = await askForCode(browser, unknown, 'LOGIN');
    expect([sent.status, sent.body]).toEqual([202, { resendAfter: 60, expiresIn: 600 }]);
    await receiveCode(browser, newPhone(), 'REGISTER');
    const { items } = (await browser.call('listSandboxMessages', { query: { recipient: unknown } })).body;
    expect(items).toEqual([]);
  });

  it('are confirmed before the provider accepts them, so that known phones take no longer', async () => {
    const asked: string[] = [];
    const smsGateway: SmsGateway = {
      isConfigured: true,
      send({ phone }) {
        asked.push(phone);
        return new Promise(() => undefined);
      },
    };
    const slow = await startTestPortal({ smsGateway });
    try {
      const phone = newPhone();
      expect((await askForCode(slow.client(), phone, 'REGISTER')).status).toBe(202);
      await eventually(() => expect(asked).toEqual([phone]));
    } finally {
      await slow.stop();
    }
  });

  it('do not reveal known phones when no provider is configured', async () => {
    const mute = await startTestPortal({ smsGateway: unconfiguredSmsGateway });
    try {
      const users = [{ username: 'known', password: testPassword, phone: '13700000001' }];
      await seed(mute.database, mute.clock, { users, inviteCodes: 0 });
      const answers = await Promise.all(
        ['13700000001', '13700000002'].map((phone) => askForCode(mute.client(), phone, 'LOGIN')),
      );
      expect(answers.map(({ error }) => error.code)).toEqual(['CONFIG_ERROR', 'CONFIG_ERROR']);
    } finally {
      await mute.stop();
    }
  });

  it('can be requested by a phone’s owner after a stranger used up the limit of another network', async () => {
    const owner = await startTestPortal({ env: { GPULEASE_TRUSTED_PROXIES: '1' } });
    try {
      const phone = newPhone();
      const askFrom = async (address: string) => {
        const browser = owner.client();
        const headers = { 'X-Forwarded-For': address };
        const captcha = await solveCaptcha((await browser.call('getCaptcha', { headers })).body);
        const body = { phone, purpose: 'REGISTER', captcha } as const;
        return (await browser.call('sendSmsCode', { body, headers })).status;
      };
      const stranger = [];
      for (let tries = 0; tries < 6; tries += 1) {
        stranger.push(await askFrom(`2001:db8::${tries}`));
        await owner.database.deleteFrom('rate_limit').where('key', 'like', 'smsResend:%').execute();
      }
      expect(stranger).toEqual([202, 202, 202, 202, 202, 429]);
      expect(await askFrom('203.0.113.7')).toBe(202);
    } finally {
      await owner.stop();
    }
  });

  it('stay within the portal’s daily budget, which reserves codes for password resets', async () => {
    const known = await aPhoneWithAccount();
    const metrics = new Registry();
    codeMetrics(metrics, portal.identity.rateLimits);
    const used = () => metrics.getSingleMetricAsString('gpulease_codes_used_ratio');
    await spentToday('smsDay', 3_200);
    expect(await used()).toContain('{budget="smsDay"} 0.8');
    await spentToday('smsDay', 4_000);
    expect(await used()).toMatch(/\{budget="smsDay"\} 1\n.*\{budget="smsResetDay"\} 0\n/);
    expect((await askForCode(portal.client(), newPhone(), 'REGISTER')).status).toBe(429);
    expect(await receiveCode(portal.client(), known, 'RESET_PASSWORD')).toMatch(/^\d{6}$/);
    await spentToday('smsResetDay', 1_000);
    expect((await askForCode(portal.client(), known, 'RESET_PASSWORD')).status).toBe(429);
    await portal.database.deleteFrom('rate_limit').execute();
  });

  it('count toward the daily budget only if a message is sent', async () => {
    await portal.database.deleteFrom('rate_limit').execute();
    const known = await aPhoneWithAccount();
    expect((await askForCode(portal.client(), newPhone(), 'LOGIN')).status).toBe(202);
    await receiveCode(portal.client(), known, 'LOGIN');
    expect(await pointsOf(portal, 'smsDay')).toBe(1);
  });

  it('do not count if the provider refuses the message', async () => {
    let refusals = 0;
    const refusing: SmsGateway = {
      isConfigured: true,
      send: () => Promise.reject(new Error(`refused ${(refusals += 1)}`)),
    };
    const broken = await startTestPortal({ smsGateway: refusing });
    try {
      expect((await askForCode(broken.client(), newPhone(), 'REGISTER')).status).toBe(202);
      await eventually(async () => {
        expect([refusals, await pointsOf(broken, 'smsDay')]).toEqual([1, 0]);
      });
    } finally {
      await broken.stop();
    }
  });
});

async function aPhoneWithAccount(): Promise<string> {
  const phone = newPhone();
  const user = { username: `called-${phone}`, password: testPassword, phone };
  await seed(portal.database, portal.clock, { users: [user], inviteCodes: 0 });
  return phone;
}

async function spentToday(limit: string, points: number): Promise<void> {
  await portal.database
    .insertInto('rate_limit')
    .values({ key: `${limit}:all`, points, expire: BigInt(Date.now() + 60_000) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points }))
    .execute();
}

async function pointsOf({ database }: TestPortal, limit: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('rate_limit')
    .select('points')
    .where('key', '=', `${limit}:all`)
    .executeTakeFirst();
  return row?.points;
}
