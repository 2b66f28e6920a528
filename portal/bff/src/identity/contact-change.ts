/** Changes of the account's phone and email address, each proven by a code. */
import type { EmailChange, EmailCodeRequest, Me, PhoneChange } from '@gpulease/contract/me';
import { withTransaction } from '../database/database.ts';
import type { Row } from '../database/schema.ts';
import type { CallerContext } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { emailInBackground } from './email-gateway.ts';
import { accountEmail, accountSms, emailCodeMessage } from './messages.ts';
import { actOf, deviceOf, knownDevice } from './origin.ts';
import { toMe } from './profile.ts';
import { checkPassword } from './prove-owner.ts';
import { refuseBeyondBudget, sendCodeInBackground } from './send-code.ts';
import type { IdentityServices } from './services.ts';
import { endOtherSessionsOf } from './sessions.ts';
import { sendInBackground } from './sms-gateway.ts';
import { changeContact } from './users.ts';

/** Sends a code to the account's new email address. Throws RATE_LIMITED, and CONFIG_ERROR without a mail server. */
export async function sendEmailCode(
  services: IdentityServices,
  { email }: EmailCodeRequest,
  { caller, cookies, language }: CallerContext,
): Promise<void> {
  const { rateLimits, codes, emailGateway } = services;
  const purpose = 'CHANGE_EMAIL';
  if (!emailGateway.isConfigured) throw new ProductError('CONFIG_ERROR');
  await rateLimits.consume('emailResend', caller.id);
  await rateLimits.consume('emailAccount', caller.id);
  await refuseBeyondBudget(services, purpose);
  const code = await codes.issue({ recipient: email, purpose, device: deviceOf(cookies) });
  const message = emailCodeMessage(email, code, caller.language ?? language);
  sendCodeInBackground(services, purpose, () => emailGateway.send(message));
}

/**
 * Changes the phone after a code proves the new one, ends all other sessions and notifies the old phone, so that a stolen
 * session cannot take over the account. Throws PHONE_NOT_VERIFIED, PHONE_TAKEN, and INVALID_ARGUMENT for a wrong
 * password.
 */
export async function changePhone(
  services: IdentityServices,
  { currentPassword, phone, smsCode }: PhoneChange,
  context: CallerContext,
): Promise<Me> {
  const proof = { recipient: phone, purpose: 'CHANGE_PHONE', code: smsCode, currentPassword } as const;
  const before = await change(services, proof, { phone }, context);
  if (before.phone)
    sendInBackground(services.smsGateway, accountSms('PHONE_CHANGED', before.phone), services.log);
  return toMe({ ...before, phone });
}

/** Changes the email address the same way, but ends no sessions. Throws INVALID_ARGUMENT, EMAIL_NOT_VERIFIED, EMAIL_TAKEN. */
export async function changeEmail(
  services: IdentityServices,
  { currentPassword, email, emailCode }: EmailChange,
  context: CallerContext,
): Promise<Me> {
  const proof = { recipient: email, purpose: 'CHANGE_EMAIL', code: emailCode, currentPassword } as const;
  const before = await change(services, proof, { email }, context);
  const { emailGateway, log } = services;
  const language = context.caller.language ?? context.language;
  if (before.email && before.email !== email)
    emailInBackground(emailGateway, accountEmail('EMAIL_CHANGED', before.email, language), log);
  return toMe({ ...before, email });
}

interface ContactProof {
  readonly currentPassword: string;
  readonly recipient: string;
  readonly purpose: 'CHANGE_PHONE' | 'CHANGE_EMAIL';
  readonly code: string;
}

/** Applies the change and returns the account as it was before. */
async function change(
  services: IdentityServices,
  { currentPassword, recipient, purpose, code }: ContactProof,
  contact: { readonly phone: string } | { readonly email: string },
  context: CallerContext,
): Promise<Row<'user_account'>> {
  const { database, codes, notifyOfAccount } = services;
  const { caller, cookies } = context;
  const before = await checkPassword(services, caller, currentPassword);
  const proven = await codes.prove({ recipient, purpose, device: knownDevice(cookies) }, code);
  await withTransaction(database, async (transaction) => {
    await codes.spend(transaction, proven);
    await changeContact(transaction, caller.id, contact);
    if (purpose === 'CHANGE_PHONE') await endOtherSessionsOf(transaction, caller);
    await notifyOfAccount(transaction, { userId: caller.id, kind: 'CONTACT_CHANGED' });
    await audit(transaction, purpose, actOf(services, context));
  });
  return before;
}
