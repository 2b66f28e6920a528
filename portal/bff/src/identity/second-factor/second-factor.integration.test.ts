import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../testing/api-client.ts';
import { authenticator, enrol } from '../../testing/authenticator.ts';
import { noticesOf } from '../../testing/notices-of.ts';
import { newPhone, receiveCode } from '../../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../../testing/test-portal.ts';
import { removeExpired } from '../../housekeeping.ts';
import { resetAdmin } from '../first-admin.ts';
import { seed } from '../seed.ts';
import { mustFindByUsername } from '../users.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

const currentPassword = testPassword;
const MINUTE_MS = 60_000;

const signIn = (browser: ApiClient, username: string) =>
  browser.call('login', { body: { username, password: testPassword } });

/** Completes the first step in this browser. Returns the token for the second step. */
async function firstStep(browser: ApiClient, username: string): Promise<string> {
  const { body } = await signIn(browser, username);
  expect(body.user).toBeNull();
  return body.secondFactor?.token ?? '';
}

const finish = (browser: ApiClient, token: string, code: string) =>
  browser.call('finishLogin', { body: { token, code } });

const actionsOf = async (username: string) => {
  const rows = await portal.database
    .selectFrom('audit_entry')
    .select('action')
    .where((row) => row.or([row('actor', '=', username), row('subject', '=', username)]))
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('enabling the second factor', () => {
  it('requires the password and a first code, ends other sessions and notifies the owner', async () => {
    const browser = await portal.customer('ada');
    const elsewhere = portal.client();
    await signIn(elsewhere, 'ada');
    const wrong = await browser.call('startSecondFactor', { body: { currentPassword: 'a guess 1' } });
    expect(wrong.error.details?.fields).toEqual({ currentPassword: 'currentPassword' });
    const { body } = await browser.call('startSecondFactor', { body: { currentPassword } });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/GPULease:ada\?/);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await browser.call('getSecondFactor')).body.enabledAt).toBeNull();
    const refused = await browser.call('confirmSecondFactor', { body: { code: '000000' } });
    expect(refused.error.details?.fields).toEqual({ code: 'wrongSecondFactorCode' });

    const code = authenticator(portal, body.secret).codeAt();
    const { codes } = (await browser.call('confirmSecondFactor', { body: { code } })).body;

    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const state = (await browser.call('getSecondFactor')).body;
    expect(state).toEqual({
      enabledAt: portal.clock.now().toISOString(),
      recoveryCodesLeft: 10,
      hasPassword: true,
    });
    expect((await elsewhere.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect(await noticesOf(portal.database, 'ada')).toEqual(['SECOND_FACTOR_ON']);
    expect(await actionsOf('ada')).toContain('ENABLE_SECOND_FACTOR');
    const again = await browser.call('startSecondFactor', { body: { currentPassword } });
    expect(again.error.code).toBe('FORBIDDEN');
  });

  it('stores neither the secret nor recovery codes in plain text', async () => {
    const browser = await portal.customer('reader');
    const { body } = await browser.call('startSecondFactor', { body: { currentPassword } });
    const code = authenticator(portal, body.secret).codeAt();
    const { codes } = (await browser.call('confirmSecondFactor', { body: { code } })).body;
    const { id } = await mustFindByUsername(portal.database, 'reader');
    const { secret } = await portal.database
      .selectFrom('second_factor')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(portal.identity.cipher.open(id, secret)).toHaveLength(20);
    expect(secret.includes(portal.identity.cipher.open(id, secret))).toBe(false);
    expect(() => portal.identity.cipher.open('another', secret)).toThrow();
    const kept = await portal.database
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    for (const { code_hash: hash } of kept) expect(codes).not.toContain(hash.toString());
  });

  it('expires after 30 minutes', async () => {
    const browser = await portal.customer();
    const { body } = await browser.call('startSecondFactor', { body: { currentPassword } });
    portal.clock.advance(31 * MINUTE_MS);
    const code = authenticator(portal, body.secret).codeAt();
    const late = await browser.call('confirmSecondFactor', { body: { code } });
    expect(late.error.details?.fields).toEqual({ code: 'secondFactorSetupExpired' });
  });
});

describe('signing in', () => {
  it('requires an app code, tolerates 30 seconds of clock drift, and accepts no code twice', async () => {
    const { app } = await enrol(portal, await portal.customer('bob'));
    const browser = portal.client();
    const token = await firstStep(browser, 'bob');
    expect((await browser.call('getMe')).status).toBe(401);
    const used = await finish(browser, token, app.codeAt());
    expect(used.error.details?.fields).toEqual({ code: 'wrongSecondFactorCode' });
    const ahead = app.codeAt(new Date(portal.clock.now().getTime() + 60_000));
    expect((await finish(browser, token, ahead)).status).toBe(400);
    const next = app.codeAt(new Date(portal.clock.now().getTime() + 30_000));
    expect((await finish(browser, token, next)).body.user?.username).toBe('bob');
    expect((await browser.call('getMe')).status).toBe(200);

    const second = portal.client();
    expect((await finish(second, await firstStep(second, 'bob'), next)).status).toBe(400);
    const refusals = await portal.database
      .selectFrom('sign_in_refusal')
      .select(['action', 'tries'])
      .where('username', '=', 'bob')
      .execute();
    expect(refusals).toEqual([{ action: 'LOGIN', tries: 3 }]);
  });

  it('by phone requires an app code too', async () => {
    const phone = newPhone();
    await seed(portal.database, portal.clock, {
      users: [{ username: 'caller', password: testPassword, phone }],
      inviteCodes: 0,
    });
    const owner = portal.client();
    await signIn(owner, 'caller');
    const { app } = await enrol(portal, owner);
    const browser = portal.client();
    const smsCode = await receiveCode(browser, phone, 'LOGIN');
    const { body } = await browser.call('loginByPhone', { body: { phone, smsCode } });
    expect(body.user).toBeNull();
    const signedIn = await finish(browser, body.secondFactor?.token ?? '', app.nextCode());
    expect(signedIn.body.user?.username).toBe('caller');
  });

  it('accepts a recovery code once, ignoring case and separators, and notifies the owner', async () => {
    const { recoveryCodes } = await enrol(portal, await portal.customer('carol'));
    const [code = ''] = recoveryCodes;
    const browser = portal.client();
    const written = code.toUpperCase().replaceAll('-', ' ');
    expect((await finish(browser, await firstStep(browser, 'carol'), written)).status).toBe(200);
    expect((await browser.call('getSecondFactor')).body.recoveryCodesLeft).toBe(9);
    const again = await finish(browser, await firstStep(browser, 'carol'), code);
    expect(again.error.details?.fields).toEqual({ code: 'wrongSecondFactorCode' });
    expect(await noticesOf(portal.database, 'carol')).toEqual(['SECOND_FACTOR_ON', 'RECOVERY_CODE_USED']);
  });

  it('fails after five wrong codes, after ten minutes, and in another browser', async () => {
    const { app } = await enrol(portal, await portal.customer('dave'));
    const expired = { code: 'INVALID_CREDENTIALS', reason: 'SECOND_FACTOR_EXPIRED' };
    const refusalOf = ({ error: { code, details } }: Awaited<ReturnType<typeof finish>>) => ({
      code,
      reason: details?.reason,
    });
    const browser = portal.client();
    const worn = await firstStep(browser, 'dave');
    for (let tries = 0; tries < 5; tries += 1) await finish(browser, worn, '000000');
    expect(refusalOf(await finish(browser, worn, app.nextCode()))).toEqual(expired);

    const stolen = await firstStep(browser, 'dave');
    const thief = portal.client();
    await signIn(thief, 'dave');
    expect(refusalOf(await finish(thief, stolen, app.nextCode()))).toEqual(expired);
    const asAdmin = await browser.call('finishAdminLogin', { body: { token: stolen, code: app.codeAt() } });
    expect(asAdmin.error.details?.reason).toBe('SECOND_FACTOR_EXPIRED');
    expect((await finish(browser, stolen, app.codeAt())).status).toBe(200);

    const late = await firstStep(browser, 'dave');
    portal.clock.advance(11 * MINUTE_MS);
    expect(refusalOf(await finish(browser, late, app.codeAt()))).toEqual(expired);
    await removeExpired(portal.database, portal.clock.now());
    expect(await portal.database.selectFrom('pending_sign_in').selectAll().execute()).toEqual([]);
  });

  it('limits wrong codes, but not the owner’s recovery codes', async () => {
    const { app, recoveryCodes } = await enrol(portal, await portal.customer('erin'));
    const browser = portal.client();
    for (let step = 0; step < 2; step += 1) {
      const token = await firstStep(browser, 'erin');
      for (let tries = 0; tries < 5; tries += 1) await finish(browser, token, '000000');
    }
    const token = await firstStep(browser, 'erin');
    expect((await finish(browser, token, app.nextCode())).error.details?.reason).toBe('RATE_LIMITED');
    expect((await finish(browser, token, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('does not continue if the password was changed in between', async () => {
    const owner = await portal.customer('frank');
    const { app } = await enrol(portal, owner);
    const browser = portal.client();
    const token = await firstStep(browser, 'frank');
    const newPassword = 'another horse 8';
    const body = { currentPassword, newPassword, confirmPassword: newPassword };
    expect((await owner.call('changePassword', { body })).status).toBe(204);
    expect((await finish(browser, token, app.nextCode())).error.details?.reason).toBe(
      'SECOND_FACTOR_EXPIRED',
    );
  });

  it('with an API token needs no code', async () => {
    const browser = await portal.customer();
    const wanted = { name: 'ci', scope: 'READ', lifetime: 'DAYS_30', currentPassword } as const;
    const { token } = (await browser.call('createApiToken', { body: wanted })).body;
    await enrol(portal, browser);
    expect((await portal.script(token).call('getMe')).status).toBe(200);
  });

  it('still requires the second factor after a password reset', async () => {
    const phone = newPhone();
    const username = 'forgetful';
    await seed(portal.database, portal.clock, {
      users: [{ username, password: testPassword, phone }],
      inviteCodes: 0,
    });
    const browser = portal.client();
    await signIn(browser, username);
    await enrol(portal, browser);
    const smsCode = await receiveCode(browser, phone, 'RESET_PASSWORD');
    const newPassword = 'another horse 8';
    const body = { phone, smsCode, newPassword, confirmPassword: newPassword };
    expect((await browser.call('resetPasswordByPhone', { body })).status).toBe(204);
    const answer = await browser.call('login', { body: { username, password: newPassword } });
    expect([answer.body.user, answer.body.secondFactor !== undefined]).toEqual([null, true]);
  });
});

describe('disabling the second factor and renewing recovery codes', () => {
  it('require the password and a code, notify the owner and are audited', async () => {
    const browser = await portal.customer('grace');
    const { app, recoveryCodes } = await enrol(portal, browser);
    const disable = (code: string, password = currentPassword) =>
      browser.call('disableSecondFactor', { body: { currentPassword: password, code } });
    const guessed = await disable(app.nextCode(), 'a guess 1');
    expect(guessed.error.details?.fields).toEqual({ currentPassword: 'currentPassword' });
    expect((await disable('000000')).error.details?.fields).toEqual({ code: 'wrongSecondFactorCode' });

    const renewal = { currentPassword, code: app.codeAt() };
    const { codes } = (await browser.call('renewRecoveryCodes', { body: renewal })).body;
    expect(codes).toHaveLength(10);
    expect((await disable(recoveryCodes[0] ?? '')).error.details?.fields).toEqual({
      code: 'wrongSecondFactorCode',
    });
    expect((await disable(codes[0] ?? '')).status).toBe(204);

    expect((await browser.call('getSecondFactor')).body).toMatchObject({
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await signIn(portal.client(), 'grace')).body.user?.username).toBe('grace');
    expect((await disable(app.nextCode())).error.code).toBe('FORBIDDEN');
    expect(await noticesOf(portal.database, 'grace')).toEqual([
      ...['SECOND_FACTOR_ON', 'RECOVERY_CODES_RENEWED', 'RECOVERY_CODE_USED', 'SECOND_FACTOR_OFF'],
    ]);
    const actions = await actionsOf('grace');
    expect(actions).toEqual(expect.arrayContaining(['RENEW_RECOVERY_CODES', 'DISABLE_SECOND_FACTOR']));
  });
});

describe('a customer who lost the second factor', () => {
  it('can sign in after an operator removes it with a reason, and is notified', async () => {
    await enrol(portal, await portal.customer('heidi'));
    const admin = await portal.admin();
    const user = async () => (await admin.call('getUser', { params: { username: 'heidi' } })).body;
    expect((await user()).secondFactor).toBe(true);
    const reason = 'Called back on the phone of the contract';
    const remove = (username: string) =>
      admin.call('removeUserSecondFactor', { params: { username }, body: { reason } });
    expect((await remove('heidi')).status).toBe(204);
    expect((await user()).secondFactor).toBe(false);
    expect((await remove('heidi')).error.code).toBe('FORBIDDEN');
    expect((await signIn(portal.client(), 'heidi')).body.user?.username).toBe('heidi');
    expect(await noticesOf(portal.database, 'heidi')).toEqual(['SECOND_FACTOR_ON', 'SECOND_FACTOR_REMOVED']);
    const { items } = (await admin.call('listAuditEntries', { query: { search: 'heidi' } })).body;
    const removal = { action: 'REMOVE_SECOND_FACTOR', actor: 'admin', details: { reason } };
    expect(items).toContainEqual(expect.objectContaining(removal));
    expect((await remove('admin')).error.code).toBe('FORBIDDEN');
  });
});

describe('a deployment that requires a second factor of operators', () => {
  let strict: TestPortal;
  beforeAll(async () => {
    strict = await startTestPortal({ env: { GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS: '1' } });
  });
  afterAll(() => strict.stop());

  it('exempts operators without a password, since the identity provider has its own', async () => {
    const admin = await strict.admin();
    expect((await admin.call('listUsers')).status).toBe(403);
    const setPassword = (has: boolean) =>
      strict.database
        .updateTable('user_account')
        .set({ has_password: has })
        .where('username', '=', 'admin')
        .execute();
    await setPassword(false);
    try {
      expect((await admin.call('listUsers')).status).toBe(200);
      expect((await admin.call('getAdminSession')).body.user?.mustSetUpSecondFactor).toBe(false);
    } finally {
      await setPassword(true);
    }
  });

  it('lets operators do nothing before setup, and resets the last operator by command', async () => {
    const admin = await strict.admin();
    const due = (await admin.call('getAdminSession')).body.user?.mustSetUpSecondFactor;
    expect(due).toBe(true);
    const refused = await admin.call('listUsers');
    expect([refused.status, refused.error.details?.reason]).toEqual([403, 'SECOND_FACTOR_SETUP_REQUIRED']);
    const { app } = await enrol(strict, admin, 'admin');
    expect((await admin.call('listUsers')).status).toBe(200);

    const browser = strict.client();
    const credentials = { username: 'admin', password: testPassword };
    const { secondFactor } = (await browser.call('adminLogin', { body: credentials })).body;
    const token = secondFactor?.token ?? '';
    const finished = await browser.call('finishAdminLogin', { body: { token, code: app.nextCode() } });
    expect(finished.body.user).toMatchObject({ username: 'admin', mustSetUpSecondFactor: false });

    const password = (await resetAdmin(strict.database, strict.clock, 'admin')) ?? '';
    const back = await browser.call('adminLogin', { body: { username: 'admin', password } });
    expect(back.body.user).toMatchObject({ mustChangePassword: true, mustSetUpSecondFactor: true });
  });

  it('does not require it of customers', async () => {
    const browser = await strict.customer();
    expect((await browser.call('getMe')).status).toBe(200);
    expect((await browser.call('getSession')).body.user?.mustSetUpSecondFactor).toBe(false);
  });
});
