/** Sign-in to either console, by password or SMS code. */
import type { Credentials, PhoneCredentials, SecondFactorProof } from '@gpulease/contract/auth';
import type { AuditAction, SessionConsole } from '@gpulease/contract/enums';
import { withTransaction } from '../database/database.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { networkOf } from '../http/network.ts';
import { audit } from '../audit/audit.ts';
import type { RequestContext } from '../http/handler.ts';
import { deviceOf, knownDevice } from './origin.ts';
import { verifyPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { keepPendingSignIn, tryPendingSignIn, type PendingSignIn } from './second-factor/pending-sign-in.ts';
import { proveSecondFactor, spendSecondFactor } from './second-factor/proof.ts';
import { createSession } from './sessions.ts';
import { countingRefusal, recordRefusal } from './sign-in-refusals.ts';
import { hashToken } from './tokens.ts';
import { findAccount, userById } from './users.ts';

export interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
  readonly account: Row<'user_account'>;
}

/** The result of a correct password or SMS code: a session, or a pending sign-in if the account has a second factor. */
export type FirstStep =
  ({ readonly kind: 'signedIn' } & SignedIn) | ({ readonly kind: 'secondFactor' } & PendingSignIn);

const roleOf = { user: 'USER', admin: 'ADMIN' } as const;

/**
 * Signs in with username and password. Throws INVALID_CREDENTIALS for an unknown account, an account of the other console
 * and a wrong password alike, after the same time; USER_DISABLED only for a correct password.
 */
export async function signInByPassword(
  services: IdentityServices,
  console: SessionConsole,
  { username, password, captcha }: Credentials,
  origin: RequestContext,
): Promise<FirstStep> {
  const action = console === 'admin' ? 'ADMIN_LOGIN' : 'LOGIN';
  await refuseTooManyTries(services, username, origin, captcha);
  const found = await findAccount(services.database, 'username', username);
  const account = found?.role === roleOf[console] ? found : undefined;
  const matches = await verifyPassword(password, account?.password_hash);
  if (!account || !matches) return refuse(services, action, username, { origin, account: found });
  refuseExpired(account, services.clock.now());
  await services.rateLimits.reset('loginFailures', username);
  await services.rateLimits.reset('loginAccount', accountFrom(username, origin));
  return continueSignIn(services, { account, console, action, origin });
}

/** Signs a customer in with the phone and a code sent to it. Throws PHONE_NOT_VERIFIED or USER_DISABLED. */
export async function signInByPhone(
  services: IdentityServices,
  { phone, smsCode }: PhoneCredentials,
  origin: RequestContext,
): Promise<FirstStep> {
  await services.rateLimits.consume('phoneLoginAddress', origin.address);
  const binding = { recipient: phone, purpose: 'LOGIN', device: knownDevice(origin.cookies) } as const;
  const account = await findAccount(services.database, 'phone', phone);
  const action = 'LOGIN_BY_PHONE';
  const code = await services.codes
    .prove(binding, smsCode)
    .catch(countingRefusal(services, { action, username: account?.username, origin }));
  if (account?.role !== 'USER') throw new ProductError('PHONE_NOT_VERIFIED');
  await withTransaction(services.database, (transaction) => services.codes.spend(transaction, code));
  return continueSignIn(services, { account, console: 'user', action, origin });
}

/**
 * Completes a pending sign-in with the second factor. Throws INVALID_CREDENTIALS (SECOND_FACTOR_EXPIRED) if the pending
 * sign-in is expired, out of tries or from another browser; and like `proveSecondFactor`, `spendSecondFactor` and
 * `startSignIn`.
 */
export async function finishSignIn(
  services: IdentityServices,
  console: SessionConsole,
  { token, code }: SecondFactorProof,
  origin: RequestContext,
): Promise<SignedIn> {
  const { database, clock, rateLimits } = services;
  const key = { token, device: knownDevice(origin.cookies), console };
  const pending = await tryPendingSignIn(database, key, clock.now());
  if (!pending) throw new ProductError('INVALID_CREDENTIALS', { reason: 'SECOND_FACTOR_EXPIRED' });
  const account = await userById(database, pending.user_id);
  const { action } = pending;
  const finish = async () => {
    const proven = await proveSecondFactor(services, account, code);
    const spend = (transaction: Transaction) => spendSecondFactor(services, transaction, proven);
    return startSignIn(services, { account, console, action, origin }, spend);
  };
  const attempt = { action, username: account.username, origin };
  const signedIn = await finish().catch(countingRefusal(services, attempt));
  await rateLimits.reset('secondFactor', account.id);
  return signedIn;
}

async function refuseTooManyTries(
  { rateLimits, captcha }: IdentityServices,
  username: string,
  origin: RequestContext,
  solution: string | undefined,
): Promise<void> {
  const { isExceeded } = await rateLimits.take('loginAddress', origin.address);
  await rateLimits.consume('loginAccount', accountFrom(username, origin));
  if (isExceeded || (await needsCaptcha(rateLimits, username, origin))) await captcha.verify(solution);
}

/** Throws INVALID_CREDENTIALS for an expired generated password, which others may have read in transit. */
function refuseExpired({ first_password_until: until }: Row<'user_account'>, now: Date): void {
  if (until && until <= now)
    throw new ProductError('INVALID_CREDENTIALS', { reason: 'FIRST_PASSWORD_EXPIRED' });
}

/** Whether an attempt needs a captcha after repeated failures of the account or the network. */
async function needsCaptcha(
  rateLimits: IdentityServices['rateLimits'],
  username: string,
  { address }: RequestContext,
): Promise<boolean> {
  return (
    (await rateLimits.isUsedUp('loginFailures', username)) ||
    (await rateLimits.isUsedUp('loginAddressFailures', address))
  );
}

function accountFrom(username: string, { address }: RequestContext): string {
  return `${username}|${networkOf(address)}`;
}

async function refuse(
  services: IdentityServices,
  action: AuditAction,
  username: string,
  { origin, account }: { origin: RequestContext; account: Row<'user_account'> | undefined },
): Promise<never> {
  const { rateLimits } = services;
  await rateLimits.count('loginFailures', username);
  await rateLimits.count('loginAddressFailures', origin.address);
  await recordRefusal(services, { action, username: account?.username, origin });
  const captcha = await needsCaptcha(rateLimits, username, origin);
  const reason = action === 'ADMIN_LOGIN' && ({ reason: 'WRONG_USERNAME_OR_PASSWORD' } as const);
  const next = captcha && ({ captcha: 'required' } as const);
  throw new ProductError('INVALID_CREDENTIALS', reason || next ? { ...reason, ...next } : undefined);
}

interface Start {
  readonly account: Row<'user_account'>;
  readonly console: SessionConsole;
  readonly action: AuditAction;
  readonly origin: RequestContext;
}

/** Requests the second factor if the account has one, otherwise starts a session. Throws like `startSignIn`. */
async function continueSignIn(services: IdentityServices, start: Start): Promise<FirstStep> {
  const { account, console, action, origin } = start;
  if (!account.second_factor_at) return { kind: 'signedIn', ...(await startSignIn(services, start)) };
  const { database, clock } = services;
  const now = clock.now();
  await refuseDisabled(services, start);
  const pending = await withTransaction(database, async (transaction) => {
    await holdAccount(transaction, account);
    const device_hash = hashToken(deviceOf(origin.cookies));
    return keepPendingSignIn(transaction, { user_id: account.id, console, action, device_hash }, now);
  });
  return { kind: 'secondFactor', ...pending };
}

async function refuseDisabled(services: IdentityServices, { account, action, origin }: Start) {
  if (account.status !== 'inactive') return;
  await recordRefusal(services, { action, username: account.username, origin });
  throw new ProductError('USER_DISABLED');
}

/**
 * Creates a session for the proven owner of an account; `spend` consumes the proof. Throws USER_DISABLED, and like `spend`
 * and `holdAccount`.
 */
export async function startSignIn(
  services: IdentityServices,
  start: Start,
  spend?: (transaction: Transaction) => Promise<void>,
): Promise<SignedIn> {
  const { database, clock } = services;
  const { account, console, action, origin } = start;
  const { address, userAgent: user_agent } = origin;
  const now = clock.now();
  await refuseDisabled(services, start);
  return withTransaction(database, async (transaction) => {
    await holdAccount(transaction, account);
    await spend?.(transaction);
    const lastLogin = { last_login_at: now };
    await transaction.updateTable('user_account').set(lastLogin).where('id', '=', account.id).execute();
    await audit(transaction, action, { at: now, actor: account.username, origin });
    const owner = { user_id: account.id, console, address, user_agent };
    return { ...(await createSession(transaction, owner, now)), account };
  });
}

/**
 * Locks the account, waiting for concurrent changes. Throws INVALID_CREDENTIALS if password, status or second factor changed
 * since the account was read: that ended all sessions, and a new one would outlive it.
 */
async function holdAccount(
  transaction: Transaction,
  { id, password_hash, status, second_factor_at }: Row<'user_account'>,
): Promise<void> {
  const held = await transaction
    .selectFrom('user_account')
    .select('id')
    .where((row) => row.and({ id, password_hash, status, second_factor_at }))
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new ProductError('INVALID_CREDENTIALS');
}
