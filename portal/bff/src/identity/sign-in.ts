/** Signing in, by password or by SMS code, to either console. */
import type { Credentials, PhoneCredentials } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { maskPhone } from '../http/logger.ts';
import { ProductError } from '../http/product-error.ts';
import { audit, type AuditAction } from './audit.ts';
import type { Origin } from './origin.ts';
import { verifyPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { createSession, type NewSession } from './sessions.ts';
import type { UserAccount } from './tables.ts';
import { findByPhone, findByUsername } from './users.ts';

/** After so many failures of an account, each further try needs a captcha. */
const FREE_FAILURES = 3;

export interface SignedIn extends NewSession {
  readonly account: UserAccount;
}

const roleOf = { user: 'USER', admin: 'ADMIN' } as const;

/**
 * Signs in with username and password. An unknown account, an account of the other console and a wrong password get
 * the same answer after the same time: INVALID_CREDENTIALS. Throws USER_DISABLED only to who knows the password.
 */
export async function signInByPassword(
  services: IdentityServices,
  console: SessionConsole,
  { username, password, captcha }: Credentials,
  origin: Origin,
): Promise<SignedIn> {
  const action = console === 'admin' ? 'ADMIN_LOGIN' : 'LOGIN';
  await refuseTooManyTries(services, username, origin, captcha);
  const found = await findByUsername(services.database, username);
  const account = found?.role === roleOf[console] ? found : undefined;
  const matches = await verifyPassword(password, account?.password_hash);
  if (!account || !matches) return refuse(services, action, username, origin);
  await services.rateLimits.reset('loginFailures', username);
  await services.rateLimits.reset('loginAccount', `${username}|${origin.address}`);
  return start(services, { account, console, action, origin });
}

/** Signs a customer in with the phone and a code sent to it. Throws PHONE_NOT_VERIFIED or USER_DISABLED. */
export async function signInByPhone(
  services: IdentityServices,
  { phone, smsCode }: PhoneCredentials,
  origin: Origin,
): Promise<SignedIn> {
  await services.rateLimits.consume('loginAddress', origin.address);
  const binding = { phone, purpose: 'LOGIN', device: origin.device } as const;
  const codeId = await services.smsCodes.prove(binding, smsCode).catch(async (error: unknown) => {
    await auditRefusal(services, 'LOGIN_BY_PHONE', maskPhone(phone), origin);
    throw error;
  });
  const account = await findByPhone(services.database, phone);
  if (account?.role !== 'USER') throw new ProductError('PHONE_NOT_VERIFIED');
  await services.database
    .transaction()
    .execute((transaction) => services.smsCodes.spend(transaction, codeId));
  return start(services, { account, console: 'user', action: 'LOGIN_BY_PHONE', origin });
}

async function refuseTooManyTries(
  { rateLimits, captcha }: IdentityServices,
  username: string,
  { address }: Origin,
  solution: string | undefined,
): Promise<void> {
  await rateLimits.consume('loginAddress', address);
  await rateLimits.consume('loginAccount', `${username}|${address}`);
  if ((await rateLimits.used('loginFailures', username)) >= FREE_FAILURES) await captcha.verify(solution);
}

async function refuse(
  services: IdentityServices,
  action: AuditAction,
  username: string,
  origin: Origin,
): Promise<never> {
  const { rateLimits } = services;
  await rateLimits.consume('loginFailures', username);
  const failures = await rateLimits.used('loginFailures', username);
  await auditRefusal(services, action, username, origin);
  throw new ProductError(
    'INVALID_CREDENTIALS',
    failures >= FREE_FAILURES ? { captcha: 'required' } : undefined,
  );
}

function auditRefusal(
  { database, clock }: IdentityServices,
  action: AuditAction,
  subject: string,
  { address, requestId }: Origin,
): Promise<void> {
  return audit(database, {
    at: clock.now(),
    action,
    outcome: 'REFUSED',
    actor: null,
    subject,
    address,
    requestId,
  });
}

interface Start {
  readonly account: UserAccount;
  readonly console: SessionConsole;
  readonly action: AuditAction;
  readonly origin: Origin;
}

async function start(
  { database, clock }: IdentityServices,
  { account, console, action, origin }: Start,
): Promise<SignedIn> {
  const { address, requestId } = origin;
  const now = clock.now();
  const entry = { at: now, action, actor: account.username, address, requestId };
  if (account.status === 'inactive') {
    await audit(database, { ...entry, outcome: 'REFUSED' });
    throw new ProductError('USER_DISABLED');
  }
  return database.transaction().execute(async (transaction) => {
    await audit(transaction, { ...entry, outcome: 'SUCCESS' });
    await transaction
      .updateTable('user_account')
      .set({ last_login_at: now })
      .where('id', '=', account.id)
      .execute();
    const session = await createSession(transaction, { userId: account.id, console, address }, now);
    return { ...session, account };
  });
}
