/** A user's own account. */
import type { Me, MeChange, PasswordChange, PhoneChange } from '@gpulease/contract/me';
import { withTransaction } from '../database/database.ts';
import type { Caller } from '../http/handler.ts';
import { invalidFields } from '../http/product-error.ts';
import { audit } from './audit.ts';
import type { Origin } from './origin.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { endSessionsOf } from './sessions.ts';
import type { UserAccount } from './tables.ts';
import { takenError, userById } from './users.ts';

/** An account as its owner sees it. */
export function toMe(account: UserAccount): Me {
  return {
    username: account.username,
    phone: account.phone ?? '',
    email: account.email,
    role: account.role,
    status: account.status,
    language: account.language,
    createdAt: account.created_at.toISOString(),
  };
}

/** Changes settings; what is absent stays. */
export async function updateMe(
  { database }: IdentityServices,
  caller: Caller,
  change: MeChange,
): Promise<Me> {
  const { language } = change;
  if (language !== undefined) {
    await database.updateTable('user_account').set({ language }).where('id', '=', caller.id).execute();
  }
  return toMe(await userById(database, caller.id));
}

/** Sets a new password and ends all sessions, also this one. Throws INVALID_ARGUMENT when the current one is wrong. */
export async function changePassword(
  services: IdentityServices,
  caller: Caller,
  { currentPassword, newPassword }: PasswordChange,
  { address, requestId }: Origin,
): Promise<void> {
  const { database, clock, rateLimits } = services;
  await rateLimits.consume('loginAccount', caller.username);
  const account = await userById(database, caller.id);
  const matches = await verifyPassword(currentPassword, account.password_hash);
  if (!matches) throw invalidFields({ currentPassword: 'currentPassword' });
  const passwordHash = await hashPassword(newPassword);
  await withTransaction(database, async (transaction) => {
    await transaction
      .updateTable('user_account')
      .set({ password_hash: passwordHash })
      .where('id', '=', caller.id)
      .execute();
    await endSessionsOf(transaction, caller.id);
    const entry = {
      at: clock.now(),
      action: 'CHANGE_PASSWORD',
      actor: caller.username,
      address,
      requestId,
    } as const;
    await audit(transaction, { ...entry, outcome: 'SUCCESS' });
  });
}

/** Moves the account to a new phone that a code has proven, and tells the old one. Throws PHONE_TAKEN. */
export async function changePhone(
  services: IdentityServices,
  caller: Caller,
  { phone, smsCode }: PhoneChange,
  { address, requestId, device }: Origin,
): Promise<Me> {
  const { database, clock, smsCodes, smsGateway } = services;
  const codeId = await smsCodes.prove({ phone, purpose: 'CHANGE_PHONE', device }, smsCode);
  const before = await userById(database, caller.id);
  await withTransaction(database, async (transaction) => {
    await smsCodes.spend(transaction, codeId);
    await transaction
      .updateTable('user_account')
      .set({ phone })
      .where('id', '=', caller.id)
      .execute()
      .catch((error: unknown) => {
        throw takenError(error);
      });
    const entry = {
      at: clock.now(),
      action: 'CHANGE_PHONE',
      actor: caller.username,
      address,
      requestId,
    } as const;
    await audit(transaction, { ...entry, outcome: 'SUCCESS' });
  });
  if (before.phone) await smsGateway.send({ phone: before.phone, text: phoneChangedText });
  return toMe({ ...before, phone });
}

const phoneChangedText =
  '【GPULease】您的账号已更换手机号。如非本人操作，请立即联系我们。The phone number of your account was changed. If that was not you, contact us at once.';
