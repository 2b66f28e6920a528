/** Operators' actions on accounts: changing contacts and status, and creating operators. */
import type { Row } from '../database/schema.ts';
import type { AdminCreated, AdminCreation, UserChange, UserStatusChange } from '@gpulease/contract/users';
import { withTransaction } from '../database/database.ts';
import type { CallerContext } from '../http/handler.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { emailInBackground } from './email-gateway.ts';
import { accountEmail, accountSms } from './messages.ts';
import { actOf } from './origin.ts';
import { hashPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { endSessionsOf } from './sessions.ts';
import { sendInBackground } from './sms-gateway.ts';
import { createToken } from './tokens.ts';
import { changeContact, createUser, setUserStatus } from './users.ts';

/**
 * Changes the phone or email of an account whose owner lost access to it; absent fields stay unchanged. A new phone ends
 * the account's sessions. Notifies the customer, including at the old phone and email. Throws PHONE_TAKEN, EMAIL_TAKEN,
 * and INVALID_ARGUMENT for an admin's phone.
 */
export async function updateUser(
  services: IdentityServices,
  account: Row<'user_account'>,
  change: UserChange,
  context: CallerContext,
): Promise<void> {
  const { database, notifyOfAccount } = services;
  const { phone = account.phone, email = account.email } = change;
  const isNewPhone = phone !== account.phone;
  if (isNewPhone && account.role === 'ADMIN') throw invalidFields({ phone: 'notOffered' });
  // Writes only changed fields: the customer may be changing the other one concurrently.
  const contact = { ...(isNewPhone && { phone }), ...(email !== account.email && { email }) };
  const changed = Object.keys(contact);
  if (changed.length === 0) return;
  await withTransaction(database, async (transaction) => {
    await changeContact(transaction, account.id, contact);
    if (isNewPhone) await endSessionsOf(transaction, account.id);
    if (account.role === 'USER')
      await notifyOfAccount(transaction, { userId: account.id, kind: 'CONTACT_CHANGED_BY_ADMIN' });
    const act = actOf(services, context, { subject: account.username, details: { changed } });
    await audit(transaction, 'CHANGE_USER', act);
  });
  notifyOldContact(services, account, contact);
}

/** Notifies the old phone and email, because the owner may not have requested the change. */
function notifyOldContact(
  { smsGateway, emailGateway, log }: IdentityServices,
  { phone, email, language }: Row<'user_account'>,
  changed: { readonly phone?: string | null; readonly email?: string | null },
): void {
  if (changed.phone !== undefined && phone)
    sendInBackground(smsGateway, accountSms('PHONE_CHANGED', phone), log);
  if (changed.email !== undefined && email)
    emailInBackground(emailGateway, accountEmail('EMAIL_CHANGED', email, language ?? 'zh'), log);
}

/** Creates an operator. Returns its password, which is stored only as a hash and must be changed at first sign-in. Throws NAME_TAKEN. */
export async function createAdmin(
  services: IdentityServices,
  { username }: AdminCreation,
  context: CallerContext,
): Promise<AdminCreated> {
  const password = createToken();
  const passwordHash = await hashPassword(password);
  const act = actOf(services, context, { subject: username });
  await withTransaction(services.database, async (transaction) => {
    const admin = { username, phone: null, passwordHash, role: 'ADMIN', mustChangePassword: true } as const;
    await createUser(transaction, admin, act.at);
    await audit(transaction, 'CREATE_ADMIN', act);
  });
  return { username, password };
}

/** Enables or disables an account. Throws FORBIDDEN for the caller's own account and the last operator's. */
export async function changeStatus(
  services: IdentityServices,
  { id, username: subject }: Row<'user_account'>,
  details: UserStatusChange,
  context: CallerContext,
): Promise<void> {
  if (id === context.caller.id) throw new ProductError('FORBIDDEN');
  await withTransaction(services.database, async (transaction) => {
    await setUserStatus(transaction, id, details.status);
    await audit(transaction, 'SET_USER_STATUS', actOf(services, context, { subject, details }));
  });
}
