/** Requests that fail with the errors of the catalogue. */
import type { BodyInput } from '@gpulease/contract/routes';
import type { Language } from '@gpulease/contract/enums';
import type { ErrorBody } from '@gpulease/contract/common';
import type { ErrorCode, ErrorReason } from '@gpulease/contract/errors';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { mustFindByUsername } from '../identity/users.ts';
import { solveCaptcha } from './captcha.ts';
import { askForCode, newPhone, receiveCode } from './sign-up.ts';
import { testPassword, type TestPortal } from './test-portal.ts';

export type RequestHeaders = Readonly<Record<string, string>>;
/** Sends the request with these headers. */
export type ErrorRequest = (headers: RequestHeaders) => Promise<Pick<ApiAnswer<unknown>, 'status' | 'error'>>;
export type ErrorRequests<Key extends ErrorCode | ErrorReason> = Readonly<Record<Key, ErrorRequest>>;

export interface People {
  readonly portal: TestPortal;
  readonly customer: ApiClient;
  readonly admin: ApiClient;
  /** An account other than the customer's. */
  readonly other: { readonly username: string; readonly phone: string; readonly email: string };
  /** Username of an inactive account. */
  readonly disabled: string;
}

/** Errors of sign-up, sign-in, accounts and any request. Requires a `getOverview` with a bug and a `getBalance` without a database. */
export function identityErrors({ portal, customer, admin, other, disabled }: People) {
  const login = (username: string): ErrorRequest => {
    return (headers) =>
      portal.client().call('login', { body: { username, password: testPassword }, headers });
  };
  const updateCustomer = (body: BodyInput<'updateUser'>): ErrorRequest => {
    return (headers) => admin.call('updateUser', { params: { username: 'customer' }, body, headers });
  };
  return {
    INVALID_ARGUMENT: (headers) =>
      customer.call('updateMe', { body: { language: 'fr' as Language }, headers }),
    INVALID_CREDENTIALS: login('nobody'),
    INVALID_JWT_TOKEN: (headers) => portal.client().call('getMe', { headers }),
    INVALID_CAPTCHA_TOKEN: (headers) => {
      const body = { phone: newPhone(), purpose: 'LOGIN', captcha: 'no solution' } as const;
      return portal.client().call('sendSmsCode', { body, headers });
    },
    PHONE_NOT_VERIFIED: (headers) => register(portal, headers, { smsCode: '000000' }),
    EMAIL_NOT_VERIFIED: (headers) => {
      const body = { currentPassword: testPassword, email: 'new@example.com', emailCode: '000000' };
      return customer.call('changeEmail', { body, headers });
    },
    USER_DISABLED: login(disabled),
    PERMISSION_DENIED: (headers) => customer.call('listUsers', { headers }),
    FORBIDDEN: (headers) =>
      admin.call('setUserStatus', {
        params: { username: 'admin' },
        body: { status: 'inactive', reason: 'A test' },
        headers,
      }),
    NOT_FOUND: async (headers) => {
      const response = await fetch(`${portal.url}/api/v1/nowhere`, { headers });
      return { status: response.status, error: (await response.json()) as ErrorBody };
    },
    RESOURCE_NOT_FOUND: (headers) => admin.call('getUser', { params: { username: 'nobody' }, headers }),
    NAME_TAKEN: async (headers) => {
      const body = {
        name: 'laptop',
        publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 laptop',
      };
      await customer.call('createSshKey', { body });
      return customer.call('createSshKey', { body, headers });
    },
    EMAIL_TAKEN: updateCustomer({ email: other.email }),
    PHONE_TAKEN: updateCustomer({ phone: other.phone }),
    CONFIG_ERROR: (headers) => customer.call('sendEmailCode', { body: { email: 'a@example.com' }, headers }),
    INTERNAL: (headers) => admin.call('getOverview', { headers }),
    SERVER_ERROR: (headers) => customer.call('getBalance', { headers }),
    USERNAME_TAKEN: (headers) => register(portal, headers, { username: other.username }),
    INVITE_CODE_USED: async (headers) => {
      const code = await portal.inviteCode();
      const { id } = await mustFindByUsername(portal.database, 'customer');
      const used = { used_by: id, used_at: portal.clock.now() };
      await portal.database.updateTable('invite_code').set(used).where('code', '=', code).execute();
      return admin.call('revokeInviteCode', { params: { code }, headers });
    },
    WRONG_USERNAME_OR_PASSWORD: (headers) =>
      portal.client().call('adminLogin', { body: { username: 'nobody', password: 'x' }, headers }),
    INVALID_API_TOKEN: (headers) => portal.script('gpulease_none').call('getMe', { headers }),
    READ_ONLY_API_TOKEN: async (headers) => {
      const params = { name: 'laptop' };
      return (await aScript(portal, customer)).call('deleteSshKey', { params, headers });
    },
    API_TOKEN_NOT_ACCEPTED: async (headers) =>
      (await aScript(portal, customer)).call('listApiTokens', { headers }),
    IDEMPOTENCY_KEY_REUSED: async (headers) => {
      const keyed = { ...headers, 'Idempotency-Key': crypto.randomUUID() };
      const recharge = (amount: string) =>
        customer.call('createRecharge', { body: { amount, method: 'TEST' }, headers: keyed });
      await recharge('10.00');
      return recharge('11.00');
    },
    RATE_LIMITED: async (headers) => {
      const browser = portal.client();
      const phone = newPhone();
      await askForCode(browser, phone, 'LOGIN');
      const captcha = await solveCaptcha((await browser.call('getCaptcha')).body);
      return browser.call('sendSmsCode', { body: { phone, purpose: 'LOGIN', captcha }, headers });
    },
    TOO_LARGE: (headers) =>
      customer.call('createSshKey', { body: { name: 'big', publicKey: 'x'.repeat(70_000) }, headers }),
    FIRST_PASSWORD_EXPIRED: async (headers) => {
      const username = `late-${crypto.randomUUID()}`;
      const { password } = (await admin.call('createAdmin', { body: { username } })).body;
      const over = { first_password_until: portal.clock.now() };
      await portal.database.updateTable('user_account').set(over).where('username', '=', username).execute();
      return portal.client().call('adminLogin', { body: { username, password }, headers });
    },
    SECOND_FACTOR_EXPIRED: (headers) =>
      portal.client().call('finishLogin', { body: { token: 'made-up', code: '000000' }, headers }),
    PASSWORD_CHANGE_REQUIRED: async (headers) => {
      const username = `made-up-${crypto.randomUUID()}`;
      const { password } = (await admin.call('createAdmin', { body: { username } })).body;
      const browser = portal.client();
      await browser.call('adminLogin', { body: { username, password } });
      return browser.call('listUsers', { headers });
    },
  } satisfies Partial<ErrorRequests<ErrorCode | ErrorReason>>;
}

/** Creates a script with a read-only API token. */
async function aScript(portal: TestPortal, owner: ApiClient): Promise<ApiClient> {
  const choice = { scope: 'READ', lifetime: 'DAYS_30', currentPassword: testPassword } as const;
  const body = { name: crypto.randomUUID(), ...choice };
  return portal.script((await owner.call('createApiToken', { body })).body.token);
}

/** Sends a registration that is valid except for the change. */
async function register(
  portal: TestPortal,
  headers: RequestHeaders,
  change: { smsCode?: string; username?: string },
) {
  const browser = portal.client();
  const phone = newPhone();
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
}
