/** What operators do to accounts: change a customer's, and make one for another operator. */
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
 * Changes the phone or email of an account whose owner has lost it; absent fields stay. A new phone ends the account's
 * sessions. The customer is notified, also at the old ones. Throws PHONE_TAKEN, EMAIL_TAKEN and INVALID_ARGUMENT (the
 * phone of an admin).
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
  // Alone: the customer may be changing the other one.
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
  tellOld(services, account, contact);
}

/** Notifies the old phone and address, because somebody else may have requested the change. */
function tellOld(
  { smsGateway, emailGateway, log }: IdentityServices,
  { phone, email, language }: Row<'user_account'>,
  changed: { readonly phone?: string | null; readonly email?: string | null },
): void {
  if (changed.phone !== undefined && phone)
    sendInBackground(smsGateway, accountSms('PHONE_CHANGED', phone), log);
  if (changed.email !== undefined && email)
    emailInBackground(emailGateway, accountEmail('EMAIL_CHANGED', email, language ?? 'zh'), log);
}

/** Makes an operator's account. Returns its password, which is kept hashed only and has to be changed at the first sign-in. Throws NAME_TAKEN. */
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

/** Turns an account on or off. Throws FORBIDDEN for the operator's own and for the last operator's. */
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
