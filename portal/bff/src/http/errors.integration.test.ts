import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ErrorBody } from '@gpulease/contract/common';
import { errorCatalogue, errorReasons, type ErrorCode, type ErrorReason } from '@gpulease/contract/errors';
import { languages, type Language } from '@gpulease/contract/enums';
import type { ApiAnswer, ApiClient } from '../testing/api-client.ts';
import { solveCaptcha } from '../testing/captcha.ts';
import { askForCode, newPhone, receiveCode } from '../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { unconfiguredEmailGateway } from '../identity/email-gateway.ts';
import { seed } from '../identity/seed.ts';

let portal: TestPortal;
let customer: ApiClient;
let admin: ApiClient;
const otherPhone = '13611112222';

beforeAll(async () => {
  portal = await startTestPortal({
    emailGateway: unconfiguredEmailGateway,
    handlers: () => ({
      getOverview: () => Promise.reject(new Error('A mistake of ours')),
      getBalance: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    }),
  });
  const { database, clock } = portal;
  const other = { username: 'other', password: testPassword, phone: otherPhone };
  const off = { username: 'switched-off', password: testPassword, phone: '13611113333' };
  await seed(database, clock, { users: [other, off], inviteCodes: 0 });
  await database
    .updateTable('user_account')
    .set({ status: 'inactive' })
    .where('username', '=', 'switched-off')
    .execute();
  await database
    .updateTable('user_account')
    .set({ email: 'other@example.com' })
    .where('username', '=', 'other')
    .execute();
  customer = await portal.customer('customer');
  admin = await portal.admin();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.database.deleteFrom('rate_limit').execute();
});

type Headers = Readonly<Record<string, string>>;
type Provoke = (headers: Headers) => Promise<Pick<ApiAnswer<unknown>, 'status' | 'error'>>;

const login = (username: string, password = testPassword): Provoke => {
  return (headers) => portal.client().call('login', { body: { username, password }, headers });
};
const register = async (
  headers: Headers,
  change: { phone?: string; smsCode?: string; username?: string },
) => {
  const browser = portal.client();
  const phone = change.phone ?? newPhone();
  const body = {
    phone,
    smsCode: change.smsCode ?? (await receiveCode(browser, phone, 'REGISTER')),
    username: change.username ?? 'somebody-new',
    password: testPassword,
    confirmPassword: testPassword,
    inviteCode: await portal.inviteCode(),
    agreeToTerms: true as const,
  };
  return browser.call('register', { body, headers });
};
const toOther = (change: { phone?: string; email?: string }): Provoke => {
  return (headers) => admin.call('updateUser', { params: { username: 'customer' }, body: change, headers });
};

/** How each code is provoked; `elsewhere` names the test of those that need a cluster or a browser. */
const codes: Readonly<Record<ErrorCode, Provoke | { readonly elsewhere: string }>> = {
  INVALID_ARGUMENT: (headers) => customer.call('updateMe', { body: { language: 'fr' as Language }, headers }),
  INVALID_CREDENTIALS: login('nobody'),
  INVALID_JWT_TOKEN: (headers) => portal.client().call('getMe', { headers }),
  INVALID_CAPTCHA_TOKEN: (headers) =>
    portal.client().call('sendSmsCode', {
      body: { phone: newPhone(), purpose: 'LOGIN', captcha: 'no solution' },
      headers,
    }),
  PHONE_NOT_VERIFIED: (headers) => register(headers, { smsCode: '000000' }),
  EMAIL_NOT_VERIFIED: (headers) =>
    customer.call('changeEmail', {
      body: { currentPassword: testPassword, email: 'new@example.com', emailCode: '000000' },
      headers,
    }),
  USER_DISABLED: login('switched-off'),
  PERMISSION_DENIED: (headers) => customer.call('listUsers', { headers }),
  FORBIDDEN: (headers) =>
    admin.call('setUserStatus', { params: { username: 'admin' }, body: { status: 'inactive' }, headers }),
  NOT_FOUND: async (headers) => {
    const response = await fetch(`${portal.url}/api/v1/nowhere`, { headers });
    return { status: response.status, error: (await response.json()) as ErrorBody };
  },
  RESOURCE_NOT_FOUND: (headers) => admin.call('getUser', { params: { username: 'nobody' }, headers }),
  NAME_TAKEN: async (headers) => {
    const publicKey = `ssh-ed25519 ${'A'.repeat(68)} laptop`;
    await customer.call('createSshKey', { body: { name: 'laptop', publicKey } });
    return customer.call('createSshKey', { body: { name: 'laptop', publicKey }, headers });
  },
  EMAIL_TAKEN: toOther({ email: 'other@example.com' }),
  PHONE_TAKEN: toOther({ phone: otherPhone }),
  NO_VALID_ORDER: { elsewhere: 'workloads/workloads.integration.test.ts' },
  INSUFFICIENT_FUNDS: { elsewhere: 'workloads/workloads.integration.test.ts' },
  NOT_IMPLEMENTED: { elsewhere: 'http/guards.integration.test.ts' },
  CONFIG_ERROR: (headers) => customer.call('sendEmailCode', { body: { email: 'a@example.com' }, headers }),
  REQUEST_FAILED: { elsewhere: 'by its reasons below' },
  INTERNAL: (headers) => admin.call('getOverview', { headers }),
  SERVER_ERROR: (headers) => customer.call('getBalance', { headers }),
  NETWORK_ERROR: { elsewhere: 'web/src/api/client.test.ts' },
};

/** The same for the reasons that change what a person reads. */
const reasons: Partial<Readonly<Record<ErrorReason, Provoke>>> = {
  USERNAME_TAKEN: (headers) => register(headers, { username: 'other' }),
  WRONG_USERNAME_OR_PASSWORD: (headers) =>
    portal.client().call('adminLogin', { body: { username: 'nobody', password: 'x' }, headers }),
  RATE_LIMITED: async (headers) => {
    const browser = portal.client();
    const phone = newPhone();
    await askForCode(browser, phone, 'LOGIN');
    const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
    return browser.call('sendSmsCode', { body: { phone, purpose: 'LOGIN', captcha }, headers });
  },
  TOO_LARGE: (headers) =>
    customer.call('createSshKey', { body: { name: 'big', publicKey: 'x'.repeat(70_000) }, headers }),
};

/** The statements on those that are provoked here, by the ids of docs/specification-coverage.md. */
const proven: Partial<Readonly<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'SPEC-8.1',
  PERMISSION_DENIED: 'SPEC-8.3',
  INVALID_ARGUMENT: 'SPEC-8.4',
  INTERNAL: 'SPEC-8.5',
  INVALID_JWT_TOKEN: 'SPEC-8.6',
  INVALID_CAPTCHA_TOKEN: 'SPEC-8.7',
  NAME_TAKEN: 'SPEC-8.8',
  EMAIL_TAKEN: 'SPEC-8.9',
  EMAIL_NOT_VERIFIED: 'SPEC-8.10',
  PHONE_TAKEN: 'SPEC-8.11',
  PHONE_NOT_VERIFIED: 'SPEC-8.12',
  INVALID_CREDENTIALS: 'SPEC-8.13',
  USER_DISABLED: 'SPEC-8.14',
  FORBIDDEN: 'SPEC-8.17',
  RESOURCE_NOT_FOUND: 'SPEC-8.18',
  SERVER_ERROR: 'SPEC-8.19',
  CONFIG_ERROR: 'SPEC-8.22',
};

const provoked = Object.entries(codes).flatMap(([code, provoke]) =>
  typeof provoke === 'function'
    ? languages.map((language) => [code as ErrorCode, language, proven[code as ErrorCode], provoke] as const)
    : [],
);

it.each(provoked)('%s is said in %s (%s)', async (code, language, _, provoke) => {
  const { status, error } = await provoke({ 'Accept-Language': language });
  const { status: expectedStatus, [language]: message } = errorCatalogue[code];
  expect([status, error.code, error.message]).toEqual([expectedStatus, code, message]);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

const provokedReasons = Object.entries(reasons).flatMap(([reason, provoke]) =>
  languages.map((language) => [reason as ErrorReason, language, provoke] as const),
);

it.each(provokedReasons)('%s is said in %s', async (reason, language, provoke) => {
  const { status, error } = await provoke({ 'Accept-Language': language });
  const { status: expectedStatus, [language]: message } = errorReasons[reason];
  expect([status, error.details?.reason, error.message]).toEqual([expectedStatus, reason, message]);
});
