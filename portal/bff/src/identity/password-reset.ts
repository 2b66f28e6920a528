/** Password reset: a customer with access to the account's phone or email sets a new password. */
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
 * Sends a code to a customer's address. For any other address creates a code without sending it, so that response and
 * timing reveal nothing. Throws INVALID_CAPTCHA_TOKEN, RATE_LIMITED, and CONFIG_ERROR without a mail server.
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

/** A phone or email address, and the code sent to it. */
export interface ResetProof {
  readonly recipient: string;
  readonly purpose: 'RESET_PASSWORD' | 'RESET_PASSWORD_BY_EMAIL';
  readonly code: string;
}

/** The new password, and the other ways to sign in that the customer keeps. */
export interface Reset {
  readonly newPassword: string;
  readonly keep: WaysIn;
}

/** Returns the API tokens and single sign-on that a reset with this proof revokes unless kept. Throws like `resetPassword`. */
export async function listWaysIn(
  services: IdentityServices,
  proof: ResetProof,
  context: RequestContext,
): Promise<WaysIn> {
  const { account } = await prove(services, proof, context);
  return waysInOf(services.database, account.id);
}

/**
 * Sets a new password, revokes all other access that is not explicitly kept, since an intruder may have created it, and
 * notifies the customer. Throws RATE_LIMITED; PHONE_NOT_VERIFIED or EMAIL_NOT_VERIFIED, also if the customer does not
 * exist; USER_DISABLED only with the correct code.
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

/** Returns the audit details of kept API tokens and single sign-on. */
async function kept(transaction: Transaction, id: string): Promise<object> {
  const { apiTokens, singleSignOn } = await waysInOf(transaction, id);
  return { keptApiTokens: apiTokens, ...(singleSignOn && { keptSingleSignOn: true }) };
}

/** Returns the customer's account and the proven code, not yet spent. Operators must ask another operator for a reset. */
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

/** Notifies by every channel, so that the owner notices even if a stranger controls one of them. */
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
