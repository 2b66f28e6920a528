/** The account's email address: proven by a code, then changed. */
import type { EmailChange, EmailCodeRequest, Me } from '@gpulease/contract/me';
import { withTransaction } from '../database/database.ts';
import type { Caller, RequestContext } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { emailInBackground } from './email-gateway.ts';
import { emailChangedMessage, emailCodeMessage } from './messages.ts';
import { deviceOf, originOf } from './origin.ts';
import { toMe } from './profile.ts';
import { checkPassword } from './prove-owner.ts';
import { refuseBeyondBudget, sendCodeInBackground } from './send-code.ts';
import type { IdentityServices } from './services.ts';
import { changeContact } from './users.ts';

interface EmailContext extends RequestContext {
  readonly caller: Caller;
}

/** Sends a code to the address that is to be the account's. Throws CONFIG_ERROR without a mail server, and RATE_LIMITED. */
export async function sendEmailCode(
  services: IdentityServices,
  { email }: EmailCodeRequest,
  { caller, cookies, language }: EmailContext,
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
 * Gives the account an address that a code has proven, and tells the old one. Throws INVALID_ARGUMENT when the password
 * is wrong, EMAIL_NOT_VERIFIED, EMAIL_TAKEN.
 */
export async function changeEmail(
  services: IdentityServices,
  { currentPassword, email, emailCode }: EmailChange,
  context: EmailContext,
): Promise<Me> {
  const { database, clock, codes, emailGateway, log, notifyOfAccount } = services;
  const { caller } = context;
  const origin = originOf(context);
  const before = await checkPassword(services, caller, currentPassword);
  const binding = { recipient: email, purpose: 'CHANGE_EMAIL', device: origin.device } as const;
  const code = await codes.prove(binding, emailCode);
  await withTransaction(database, async (transaction) => {
    await codes.spend(transaction, code);
    await changeContact(transaction, caller.id, { email });
    await notifyOfAccount(transaction, { userId: caller.id, kind: 'CONTACT_CHANGED' });
    await audit(transaction, 'CHANGE_EMAIL', { at: clock.now(), actor: caller.username, origin });
  });
  const language = caller.language ?? context.language;
  if (before.email && before.email !== email)
    emailInBackground(emailGateway, emailChangedMessage(before.email, language), log);
  return toMe({ ...before, email });
}
