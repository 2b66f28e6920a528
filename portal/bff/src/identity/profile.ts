/** The caller's own profile, settings and password. */
import type { Row } from '../database/schema.ts';
import type { Me, MeChange, PasswordChange } from '@gpulease/contract/me';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Caller, CallerContext } from '../http/handler.ts';
import { invalidFields } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { actOf } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { checkPassword } from './prove-owner.ts';
import type { IdentityServices } from './services.ts';
import { setPassword, userById } from './users.ts';

/** Returns an account as its owner sees it. */
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

/** Changes settings; absent fields stay unchanged. */
export async function updateMe(
  { database }: IdentityServices,
  { id }: Caller,
  { language, restartOnRecharge, balanceAlert }: MeChange,
): Promise<Me> {
  const chosenAt = restartOnRecharge === true ? sql<Date>`billing_clock()` : null;
  const changes = {
    ...(language !== undefined && { language }),
    ...(restartOnRecharge !== undefined && { restart_on_recharge_at: chosenAt }),
    ...(balanceAlert !== undefined && {
      balance_alert: balanceAlert === null ? null : parseAmount(balanceAlert),
    }),
  };
  if (Object.keys(changes).length > 0)
    await database.updateTable('user_account').set(changes).where('id', '=', id).execute();
  return toMe(await userById(database, id));
}

/** Sets a new password and ends all sessions, including this one. Throws INVALID_ARGUMENT for a wrong current or unchanged password. */
export async function changePassword(
  services: IdentityServices,
  { currentPassword, newPassword }: PasswordChange,
  context: CallerContext,
): Promise<void> {
  const { caller, cookies } = context;
  await checkPassword(services, caller, currentPassword);
  if (newPassword === currentPassword) throw invalidFields({ newPassword: 'samePassword' });
  const passwordHash = await hashPassword(newPassword);
  await withTransaction(services.database, async (transaction) => {
    await setPassword(transaction, caller.id, passwordHash);
    if (caller.role === 'USER')
      await services.notifyOfAccount(transaction, { userId: caller.id, kind: 'PASSWORD_CHANGED' });
    await audit(transaction, 'CHANGE_PASSWORD', actOf(services, context));
  });
  cookies.clear(caller.console);
}
