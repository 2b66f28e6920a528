/** A forgotten password: the person who reads the account's phone or email chooses a new one. */
import type { WaysIn } from '@gpulease/contract/auth';
import type { Body } from '@gpulease/contract/routes';
import type { Row, Transaction } from '../database/schema.ts';
import { withTransaction } from '../database/database.ts';
import type { RequestContext } from '../http/handler.ts';
import { networkOf } from '../http/network.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { emailInBackground } from './email-gateway.ts';
import { accountEmail, accountSms, emailCodeMessage } from './messages.ts';
import { notVerified, type ProvenCode } from './one-time-codes.ts';
import { deviceOf, knownDevice } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { refuseBeyondBudget, sendCodeInBackground } from './send-code.ts';
import type { IdentityServices } from './services.ts';
import { countingRefusal } from './sign-in-refusals.ts';
import { sendInBackground } from './sms-gateway.ts';
import { endOtherWaysIn, findAccount, setPassword, waysInOf } from './users.ts';

/**
 * Sends a code to a customer's address. For any other address one is made too, but not sent, so that the answer says the
 * same after the same time. Throws CONFIG_ERROR without a mail server, INVALID_CAPTCHA_TOKEN, and RATE_LIMITED.
 */
export async function sendResetEmailCode(
  services: IdentityServices,
  { email, captcha: solution }: Body<'sendResetEmailCode'>,
  { address, cookies, language }: RequestContext,
): Promise<void> {
  const { captcha, rateLimits, codes, emailGateway, database } = services;
  const purpose = 'RESET_PASSWORD_BY_EMAIL';
  if (!emailGateway.isConfigured) throw new ProductError('CONFIG_ERROR');
  await captcha.verify(solution);
  await rateLimits.consume('emailAddress', address);
  await rateLimits.consume('emailResend', `${email}|${networkOf(address)}`);
  await rateLimits.consume('emailAccount', email);
  await refuseBeyondBudget(services, purpose);
  const code = await codes.issue({ recipient: email, purpose, device: deviceOf(cookies) });
  const account = await findAccount(database, 'email', email);
  if (account?.role !== 'USER') return;
  const message = emailCodeMessage(email, code, account.language ?? language);
  sendCodeInBackground(services, purpose, () => emailGateway.send(message));
}

/** A phone or an email address, and the code that was sent to it. */
export interface ResetProof {
  readonly recipient: string;
  readonly purpose: 'RESET_PASSWORD' | 'RESET_PASSWORD_BY_EMAIL';
  readonly code: string;
}

/** What a customer chooses instead of the password that is forgotten. */
export interface Reset {
  readonly newPassword: string;
  readonly keep: WaysIn;
}

/** The ways in that a reset with the same proof ends unless they are kept. Throws as `resetPassword`. */
export async function listWaysIn(
  services: IdentityServices,
  proof: ResetProof,
  context: RequestContext,
): Promise<WaysIn> {
  const { account } = await prove(services, proof, context);
  return waysInOf(services.database, account.id);
}

/**
 * Sets a new password, ends every other way in that is not explicitly kept, since an intruder may have created it, and
 * notifies the customer. Throws PHONE_NOT_VERIFIED or EMAIL_NOT_VERIFIED, also if there is no such customer;
 * USER_DISABLED only with the right code; RATE_LIMITED.
 */
export async function resetPassword(
  services: IdentityServices,
  proof: ResetProof,
  { newPassword, keep }: Reset,
  context: RequestContext,
): Promise<void> {
  const { database, clock, codes, rateLimits } = services;
  const { account, code } = await prove(services, proof, context);
  const passwordHash = await hashPassword(newPassword);
  await withTransaction(database, async (transaction) => {
    await codes.spend(transaction, code);
    await setPassword(transaction, account.id, passwordHash);
    await endOtherWaysIn(transaction, account.id, keep);
    const act = { at: clock.now(), actor: account.username, origin: context };
    await audit(transaction, 'RESET_PASSWORD', { ...act, details: await kept(transaction, account.id) });
  });
  await rateLimits.reset('loginFailures', account.username);
  tell(services, account, context);
}

/** What the audit says was kept; nothing where nothing was. */
async function kept(transaction: Transaction, id: string): Promise<object> {
  const { apiTokens, singleSignOn } = await waysInOf(transaction, id);
  return { keptApiTokens: apiTokens, ...(singleSignOn && { keptSingleSignOn: true }) };
}

/** The customer's account that the code belongs to, and the code, which is still to be spent. Operators ask each other. */
async function prove(
  services: IdentityServices,
  proof: ResetProof,
  context: RequestContext,
): Promise<{ readonly account: Row<'user_account'>; readonly code: ProvenCode }> {
  await services.rateLimits.consume('passwordReset', context.address);
  const by = proof.purpose === 'RESET_PASSWORD' ? 'phone' : 'email';
  const found = await findAccount(services.database, by, proof.recipient);
  const account = found?.role === 'USER' ? found : undefined;
  const attempt = { action: 'RESET_PASSWORD', username: account?.username, origin: context } as const;
  const code = await services.codes
    .prove({ ...proof, device: knownDevice(context.cookies) }, proof.code)
    .catch(countingRefusal(services, attempt));
  if (!account) throw notVerified(proof.purpose);
  if (account.status === 'inactive') throw new ProductError('USER_DISABLED');
  return { account, code };
}

/** Uses every channel, so that the owner notices a stranger who controls one of them. */
function tell(
  { smsGateway, emailGateway, log }: IdentityServices,
  { phone, email, language }: Row<'user_account'>,
  context: RequestContext,
): void {
  if (phone && smsGateway.isConfigured)
    sendInBackground(smsGateway, accountSms('PASSWORD_RESET', phone), log);
  if (email && emailGateway.isConfigured)
    emailInBackground(emailGateway, accountEmail('PASSWORD_RESET', email, language ?? context.language), log);
}
