import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import type { ApiClient } from '../testing/api-client.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { unconfiguredEmailGateway } from './email-gateway.ts';
import { smtpGateway } from './smtp-gateway.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

/** Requests a code for an address and reads it from the sandbox messages. */
async function receiveEmailCode(browser: ApiClient, email: string): Promise<string> {
  const codes = async () => {
    const { items } = (await browser.call('listSandboxMessages', { query: { recipient: email } })).body;
    return items.filter(({ channel, code }) => channel === 'EMAIL' && code !== null);
  };
  await portal.database.deleteFrom('rate_limit').execute();
  const before = (await codes()).map(({ id }) => id);
  expect((await browser.call('sendEmailCode', { body: { email } })).status).toBe(202);
  return eventually(async () => {
    const message = (await codes()).find(({ id }) => !before.includes(id));
    if (!message?.code) throw new Error(`No code has come to ${email}`);
    return message.code;
  });
}

const change = (browser: ApiClient, email: string, emailCode: string, currentPassword = testPassword) =>
  browser.call('changeEmail', { body: { email, emailCode, currentPassword } });

describe('an email address', () => {
  it('is set with password and code, in lower case (SPEC-3.3)', async () => {
    const browser = await portal.customer();
    const emailCode = await receiveEmailCode(browser, 'grace@example.com');
    const wrongPassword = await change(browser, 'grace@example.com', emailCode, 'wrong password 1');
    expect(wrongPassword.error.details?.fields).toEqual({ currentPassword: 'currentPassword' });
    expect((await browser.call('getMe')).body.email).toBeNull();
    const done = await change(browser, ' Grace@Example.com', emailCode);
    expect(done.body.email).toBe('grace@example.com');
    expect((await browser.call('getMe')).body.email).toBe('grace@example.com');
  });

  it('is not set with a wrong code, a code for another address or a used code', async () => {
    const browser = await portal.customer();
    const emailCode = await receiveEmailCode(browser, 'ada@example.com');
    const codes = [
      change(browser, 'ada@example.com', emailCode === '000000' ? '000001' : '000000'),
      change(browser, 'else@example.com', emailCode),
    ];
    for (const { status, error } of await Promise.all(codes))
      expect([status, error.code]).toEqual([400, 'EMAIL_NOT_VERIFIED']);
    expect((await change(browser, 'ada@example.com', emailCode)).status).toBe(200);
    expect((await change(browser, 'ada@example.com', emailCode)).error.code).toBe('EMAIL_NOT_VERIFIED');
  });

  it('is refused if another account has it, but only to a caller with its code', async () => {
    const first = await portal.customer();
    await change(first, 'one@example.com', await receiveEmailCode(first, 'one@example.com'));
    const second = await portal.customer();
    const emailCode = await receiveEmailCode(second, 'one@example.com');
    const { status, error } = await change(second, 'one@example.com', emailCode);
    expect([status, error.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('is notified when another address replaces it', async () => {
    const browser = await portal.customer();
    await change(browser, 'old@example.com', await receiveEmailCode(browser, 'old@example.com'));
    await change(browser, 'new@example.com', await receiveEmailCode(browser, 'new@example.com'));
    await eventually(async () => {
      const { items } = (
        await browser.call('listSandboxMessages', { query: { recipient: 'old@example.com' } })
      ).body;
      expect(items.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('您的 GPULease 账号已更换邮箱'),
      );
    });
  });

  it('gets one code a minute', async () => {
    const browser = await portal.customer();
    const ask = () => browser.call('sendEmailCode', { body: { email: 'often@example.com' } });
    expect((await ask()).body).toEqual({ resendAfter: 60, expiresIn: 600 });
    expect((await ask()).error.details?.reason).toBe('RATE_LIMITED');
  });

  it('needs a mail server', async () => {
    const unconfigured = await startTestPortal({ emailGateway: unconfiguredEmailGateway });
    try {
      const browser = await unconfigured.customer();
      const { status, error } = await browser.call('sendEmailCode', { body: { email: 'a@example.com' } });
      expect([status, error.code]).toEqual([500, 'CONFIG_ERROR']);
    } finally {
      await unconfigured.stop();
    }
  });
});

describe('email by SMTP', () => {
  let mail: MailServer;
  let mailing: TestPortal;
  beforeAll(async () => {
    mail = await startMailServer();
    const from = 'GPULease <no-reply@gpulease.example>';
    mailing = await startTestPortal({ emailGateway: smtpGateway({ url: mail.url, from }) });
  });
  afterAll(async () => {
    await mailing.stop();
    await mail.stop();
  });

  it('reaches only the address, in the account’s language, with a working code', async () => {
    const browser = await mailing.customer();
    await browser.call('updateMe', { body: { language: 'en' } });
    const email = 'reader@example.com';
    expect((await browser.call('sendEmailCode', { body: { email } })).status).toBe(202);
    const received = await eventually(() => {
      const [first] = mail.received;
      if (!first) throw new Error('No mail has come');
      return Promise.resolve(first);
    });
    expect(received).toMatchObject({ from: 'no-reply@gpulease.example', to: [email] });
    expect(received.content).toContain('Subject: Your GPULease verification code');
    const emailCode = /Your code is (\d{6})/.exec(received.content)?.[1] ?? '';
    expect((await change(browser, email, emailCode)).body.email).toBe(email);
  });
});

describe('sessions', () => {
  const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

  async function twoBrowsers() {
    const first = await portal.customer();
    const { username } = (await first.call('getMe')).body;
    const second = portal.client();
    await second.call('login', { body: { username, password: testPassword }, headers: agent });
    return { first, second, username };
  }

  it('are listed with browser and address, and the caller’s own is marked', async () => {
    const { first } = await twoBrowsers();
    const { items, total } = (await first.call('listSessions')).body;
    expect(total).toBe(2);
    expect(items.filter(({ current }) => current)).toHaveLength(1);
    const other = items.find(({ current }) => !current);
    expect(other?.userAgent).toBe(agent['User-Agent']);
    expect(other?.address).toContain('127.0.0.1');
  });

  it('end one by one, only for their owner', async () => {
    const { first, second } = await twoBrowsers();
    const other = (await first.call('listSessions')).body.items.find(({ current }) => !current);
    const params = { id: other?.id ?? '' };
    const stranger = await portal.customer();
    expect((await stranger.call('endSession', { params })).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await second.call('getMe')).status).toBe(200);
    expect((await first.call('endSession', { params })).status).toBe(204);
    expect((await second.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect((await first.call('endSession', { params })).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await first.call('endSession', { params: { id: 'no-such-id' } })).status).toBe(404);
  });

  it('are all ended except the caller’s own', async () => {
    const { first, second } = await twoBrowsers();
    expect((await first.call('endOtherSessions')).status).toBe(204);
    expect((await second.call('getMe')).status).toBe(401);
    expect((await first.call('listSessions')).body.items).toMatchObject([{ current: true }]);
  });

  it('of a user are listed and revoked by operators, with an audit entry', async () => {
    const { first, second, username } = await twoBrowsers();
    const admin = await portal.admin();
    const params = { username };
    const listed = (await admin.call('listUserSessions', { params })).body;
    expect(listed.items.map(({ current }) => current)).toEqual([false, false]);
    const body = { reason: 'The laptop was lost' };
    expect((await admin.call('revokeUserSessions', { params, body })).status).toBe(204);
    expect([(await first.call('getMe')).status, (await second.call('getMe')).status]).toEqual([401, 401]);
    const entries = await portal.database
      .selectFrom('audit_entry')
      .select(['actor', 'subject', 'details'])
      .where('action', '=', 'REVOKE_SESSIONS')
      .execute();
    expect(entries).toEqual([{ actor: 'admin', subject: username, details: body }]);
    const nobody = await admin.call('revokeUserSessions', { params: { username: 'nobody' }, body });
    expect(nobody.error.code).toBe('RESOURCE_NOT_FOUND');
  });
});
