import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import type { ApiClient } from '../testing/api-client.ts';
import { solveCaptcha } from '../testing/captcha.ts';
import { askForCode, newPhone, receiveCode } from '../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { seed } from './seed.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

const newPassword = 'another horse 8';
let users = 0;

interface Forgetful {
  readonly username: string;
  readonly phone: string;
  readonly email: string;
}

/** Creates a customer with a phone and an email address. */
async function aCustomer(): Promise<Forgetful> {
  const username = `forgetful-${(users += 1)}`;
  const account = { username, phone: newPhone(), email: `${username}@example.com` };
  const { username: name, phone } = account;
  await seed(portal.database, portal.clock, {
    users: [{ username: name, password: testPassword, phone }],
    inviteCodes: 0,
  });
  await portal.database
    .updateTable('user_account')
    .set({ email: account.email })
    .where('username', '=', username)
    .execute();
  return account;
}

const signIn = (browser: ApiClient, username: string, password: string) =>
  browser.call('login', { body: { username, password } });

const resetByPhone = (browser: ApiClient, phone: string, smsCode: string) =>
  browser.call('resetPasswordByPhone', {
    body: { phone, smsCode, newPassword, confirmPassword: newPassword },
  });

async function askForEmail(browser: ApiClient, email: string) {
  const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
  return browser.call('sendResetEmailCode', { body: { email, captcha } });
}

const messagesTo = async (recipient: string) =>
  (await portal.client().call('listSandboxMessages', { query: { recipient } })).body.items;

describe('a password reset', () => {
  it('by phone sets a new password, ends all sessions, notifies the owner and is audited', async () => {
    const { username, phone, email } = await aCustomer();
    const elsewhere = portal.client();
    await signIn(elsewhere, username, testPassword);
    const browser = portal.client();
    const smsCode = await receiveCode(browser, phone, 'RESET_PASSWORD');

    expect((await resetByPhone(browser, phone, smsCode)).status).toBe(204);

    expect((await elsewhere.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect((await signIn(browser, username, testPassword)).error.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(browser, username, newPassword)).status).toBe(200);
    expect((await resetByPhone(browser, phone, smsCode)).error.code).toBe('PHONE_NOT_VERIFIED');
    await eventually(async () => {
      const texts = (await messagesTo(phone)).map(({ text }) => text);
      expect(texts).toContainEqual(expect.stringContaining('您的账号密码已重置'));
      const mails = (await messagesTo(email)).map(({ text }) => text);
      expect(mails).toContainEqual(expect.stringContaining('您的 GPULease 账号密码已重置'));
    });
    const admin = await portal.admin();
    const { items } = (await admin.call('listAuditEntries', { query: { search: username } })).body;
    expect(items.map(({ action, actor }) => [action, actor])).toContainEqual(['RESET_PASSWORD', username]);
  });

  it('revokes API tokens and single sign-on too', async () => {
    const { username, phone } = await aCustomer();
    const thief = portal.client();
    await signIn(thief, username, testPassword);
    const made = await thief.call('createApiToken', {
      body: { name: 'ci', scope: 'WRITE', lifetime: 'UNLIMITED', currentPassword: testPassword },
    });
    const script = portal.script(made.body.token);
    const { id } = await portal.database
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    await portal.database
      .insertInto('oidc_identity')
      .values({ issuer: 'https://sso.example', subject: 'thief', user_id: id, linked_at: portal.clock.now() })
      .execute();
    const browser = portal.client();
    const smsCode = await receiveCode(browser, phone, 'RESET_PASSWORD');
    expect((await resetByPhone(browser, phone, smsCode)).status).toBe(204);

    expect((await script.call('getMe')).status).toBe(401);
    const links = portal.database.selectFrom('oidc_identity').selectAll().where('user_id', '=', id);
    expect(await links.execute()).toEqual([]);
  });

  it('lists API tokens only with the code, and keeps those that the owner selects', async () => {
    const { username, phone } = await aCustomer();
    const owner = portal.client();
    await signIn(owner, username, testPassword);
    const tokens = new Map<string, string>();
    for (const name of ['ci', 'left-by-a-thief']) {
      const body = { name, scope: 'WRITE', lifetime: 'UNLIMITED', currentPassword: testPassword } as const;
      tokens.set(name, (await owner.call('createApiToken', { body })).body.token);
    }
    const browser = portal.client();
    const smsCode = await receiveCode(browser, phone, 'RESET_PASSWORD');
    const listed = async (code: string) =>
      browser.call('listWaysInByPhone', { body: { phone, smsCode: code } });
    expect((await listed('000000')).error.code).toBe('PHONE_NOT_VERIFIED');
    expect((await listed(smsCode)).body).toEqual({
      apiTokens: ['ci', 'left-by-a-thief'],
      singleSignOn: false,
    });

    const keep = { apiTokens: ['ci'], singleSignOn: false };
    const body = { phone, smsCode, newPassword, confirmPassword: newPassword, keep };
    expect((await browser.call('resetPasswordByPhone', { body })).status).toBe(204);
    const answers = await Promise.all(
      [...tokens.values()].map((token) => portal.script(token).call('getMe')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    const admin = await portal.admin();
    const { items } = (await admin.call('listAuditEntries', { query: { search: username } })).body;
    expect(items.find(({ action }) => action === 'RESET_PASSWORD')?.details).toEqual({
      keptApiTokens: ['ci'],
    });
  });

  it('by email sets a new password', async () => {
    const { username, email } = await aCustomer();
    const browser = portal.client();
    expect((await askForEmail(browser, email)).body).toEqual({ resendAfter: 60, expiresIn: 600 });
    const emailCode = await eventually(async () => {
      const code = (await messagesTo(email)).find((message) => message.code !== null)?.code;
      if (!code) throw new Error('No code has come');
      return code;
    });
    const body = { email, emailCode, newPassword, confirmPassword: newPassword };
    const elsewhere = await portal.client().call('resetPasswordByEmail', { body });
    expect(elsewhere.error.code).toBe('EMAIL_NOT_VERIFIED');
    expect((await browser.call('resetPasswordByEmail', { body })).status).toBe(204);
    expect((await signIn(browser, username, newPassword)).status).toBe(200);
  });

  it('accepts an address of maximum length', async () => {
    const { status } = await askForEmail(portal.client(), `${'a'.repeat(242)}@example.com`);
    expect(status).toBe(202);
  });

  it('needs a valid password, entered twice', async () => {
    const body = { phone: newPhone(), smsCode: '123456', newPassword: 'short', confirmPassword: 'other' };
    const { error } = await portal.client().call('resetPasswordByPhone', { body });
    const refused = { newPassword: 'passwordLength', confirmPassword: 'passwordsDiffer' };
    expect(error.details?.fields).toEqual(refused);
  });

  it('is refused for a disabled user, which only a correct code reveals', async () => {
    const { username, phone } = await aCustomer();
    const browser = portal.client();
    const smsCode = await receiveCode(browser, phone, 'RESET_PASSWORD');
    const admin = await portal.admin();
    await admin.call('setUserStatus', {
      params: { username },
      body: { status: 'inactive', reason: 'A test' },
    });
    expect((await resetByPhone(browser, phone, '000000')).error.code).toBe('PHONE_NOT_VERIFIED');
    expect((await resetByPhone(browser, phone, smsCode)).error.code).toBe('USER_DISABLED');
  });
});

describe('a stranger', () => {
  it('gets the same responses for known and unknown phones and addresses', async () => {
    const known = await aCustomer();
    const unknown = { phone: newPhone(), email: 'nobody@example.com' };
    const browser = portal.client();
    for (const { phone, email } of [known, unknown]) {
      const asked = [await askForCode(browser, phone, 'RESET_PASSWORD'), await askForEmail(browser, email)];
      expect(asked.map(({ status }) => status)).toEqual([202, 202]);
      expect((await resetByPhone(browser, phone, '000000')).error).toMatchObject({
        code: 'PHONE_NOT_VERIFIED',
        message: '短信验证码错误或已过期',
      });
    }
    await eventually(async () => expect(await messagesTo(known.email)).toHaveLength(1));
    expect(await messagesTo(unknown.phone)).toEqual([]);
    expect(await messagesTo(unknown.email)).toEqual([]);
  });

  it('cannot request a code for an operator', async () => {
    await portal.database
      .updateTable('user_account')
      .set({ email: 'operator@example.com' })
      .where('username', '=', 'admin')
      .execute();
    expect((await askForEmail(portal.client(), 'operator@example.com')).status).toBe(202);
    const known = await aCustomer();
    await askForEmail(portal.client(), known.email);
    await eventually(async () => expect(await messagesTo(known.email)).toHaveLength(1));
    expect(await messagesTo('operator@example.com')).toEqual([]);
  });

  it('needs a captcha per code, must wait between codes, and has limited attempts', async () => {
    const { email, phone } = await aCustomer();
    const browser = portal.client();
    const unproven = await browser.call('sendResetEmailCode', { body: { email, captcha: 'none' } });
    expect(unproven.error.code).toBe('INVALID_CAPTCHA_TOKEN');
    await askForEmail(browser, email);
    expect((await askForEmail(browser, email)).error.details?.reason).toBe('RATE_LIMITED');
    const strict = await startTestPortal({ addressFactor: 1 });
    try {
      const codes: string[] = [];
      for (let n = 0; n < 21; n += 1)
        codes.push((await resetByPhone(strict.client(), phone, '000000')).error.code);
      expect(new Set(codes.slice(0, 20))).toEqual(new Set(['PHONE_NOT_VERIFIED']));
      expect(codes[20]).toBe('REQUEST_FAILED');
    } finally {
      await strict.stop();
    }
  });
});
