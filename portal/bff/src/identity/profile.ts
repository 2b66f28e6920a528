/** A user's own account. */
import type { Row } from '../database/schema.ts';
import type { Me, MeChange, PasswordChange, PhoneChange } from '@gpulease/contract/me';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Caller } from '../http/handler.ts';
import { invalidFields } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { phoneChangedMessage } from './messages.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { checkPassword } from './prove-owner.ts';
import type { IdentityServices } from './services.ts';
import { endOtherSessionsOf } from './sessions.ts';
import { sendInBackground } from './sms-gateway.ts';
import { changeContact, setPassword, userById } from './users.ts';

/** An account as its owner sees it. */
export function toMe(account: Row<'user_account'>): Me {
  return {
    username: account.username,
    phone: account.phone ?? '',
    email: account.email,
    role: account.role,
    status: account.status,
    language: account.language,
    restartOnRecharge: account.restart_on_recharge_at !== null,
    balanceAlert: account.balance_alert === null ? null : formatAmount(account.balance_alert),
    createdAt: account.created_at.toISOString(),
  };
}

/** Changes settings; absent fields stay. */
export async function updateMe(
  { database }: IdentityServices,
  caller: Caller,
  change: MeChange,
): Promise<Me> {
  const { language, restartOnRecharge, balanceAlert } = change;
  const chosenAt = restartOnRecharge === true ? sql<Date>`billing_clock()` : null;
  const changes = {
    ...(language !== undefined && { language }),
    ...(restartOnRecharge !== undefined && { restart_on_recharge_at: chosenAt }),
    ...(balanceAlert !== undefined && {
      balance_alert: balanceAlert === null ? null : parseAmount(balanceAlert),
    }),
  };
  if (Object.keys(changes).length > 0) {
    await database.updateTable('user_account').set(changes).where('id', '=', caller.id).execute();
  }
  return toMe(await userById(database, caller.id));
}

/** Sets a new password and ends all sessions, also this one. Throws INVALID_ARGUMENT when the current one is wrong or the new one is the same. */
export async function changePassword(
  services: IdentityServices,
  caller: Caller,
  { currentPassword, newPassword }: PasswordChange,
  origin: Origin,
): Promise<void> {
  const { database, clock, notifyOfAccount } = services;
  await checkPassword(services, caller, currentPassword);
  if (newPassword === currentPassword) throw invalidFields({ newPassword: 'samePassword' });
  const passwordHash = await hashPassword(newPassword);
  await withTransaction(database, async (transaction) => {
    await setPassword(transaction, caller.id, passwordHash);
    if (caller.role === 'USER')
      await notifyOfAccount(transaction, { userId: caller.id, kind: 'PASSWORD_CHANGED' });
    await audit(transaction, 'CHANGE_PASSWORD', { at: clock.now(), actor: caller.username, origin });
  });
}

/**
 * Changes the phone after a code has proven the new one, ends all other sessions and notifies the old phone, so that a
 * stolen session cannot take over the account. Throws INVALID_ARGUMENT for a wrong password, PHONE_NOT_VERIFIED,
 * PHONE_TAKEN.
 */
export async function changePhone(
  services: IdentityServices,
  caller: Caller,
  { currentPassword, phone, smsCode }: PhoneChange,
  origin: Origin,
): Promise<Me> {
  const { database, clock, codes, smsGateway, log, notifyOfAccount } = services;
  const before = await checkPassword(services, caller, currentPassword);
  const binding = { recipient: phone, purpose: 'CHANGE_PHONE', device: origin.device } as const;
  const code = await codes.prove(binding, smsCode);
  await withTransaction(database, async (transaction) => {
    await codes.spend(transaction, code);
    await changeContact(transaction, caller.id, { phone });
    await endOtherSessionsOf(transaction, caller.id, Buffer.from(caller.sessionId, 'hex'));
    await notifyOfAccount(transaction, { userId: caller.id, kind: 'CONTACT_CHANGED' });
    await audit(transaction, 'CHANGE_PHONE', { at: clock.now(), actor: caller.username, origin });
  });
  if (before.phone) sendInBackground(smsGateway, phoneChangedMessage(before.phone), log);
  return toMe({ ...before, phone });
}
