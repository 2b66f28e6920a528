/** What operators do to accounts: change a customer's, and make one for another operator. */
import type { AdminCreated, AdminCreation, UserChange } from '@gpulease/contract/admin';
import type { ActivityStatus } from '@gpulease/contract/enums';
import { withTransaction } from '../database/database.ts';
import type { Caller } from '../http/handler.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { audit } from './audit.ts';
import { phoneChangedMessage } from './messages.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { endSessionsOf } from './sessions.ts';
import { sendInBackground } from './sms-gateway.ts';
import type { UserAccount } from './tables.ts';
import { createToken } from './tokens.ts';
import { createUser, setUserStatus, takenError } from './users.ts';

/** Who does it, and from where. */
interface Operator {
  readonly caller: Caller;
  readonly origin: Origin;
}

/**
 * Changes phone or e-mail of an account, for somebody who has lost theirs; what is absent stays. A new phone ends the
 * account's sessions, and the old one is told. Throws PHONE_TAKEN, EMAIL_TAKEN, INVALID_ARGUMENT (the phone of an admin).
 */
export async function updateUser(
  { database, clock, smsGateway, log }: IdentityServices,
  { caller, origin: { address, requestId } }: Operator,
  account: UserAccount,
  change: UserChange,
): Promise<void> {
  const phone = change.phone ?? account.phone;
  const email = change.email === undefined ? account.email : change.email;
  const isNewPhone = phone !== account.phone;
  if (isNewPhone && account.role === 'ADMIN') throw invalidFields({ phone: 'notOffered' });
  const changed = [...(isNewPhone ? ['phone'] : []), ...(email === account.email ? [] : ['email'])];
  if (changed.length === 0) return;
  await withTransaction(database, async (transaction) => {
    await transaction
      .updateTable('user_account')
      .set({ phone, email })
      .where('id', '=', account.id)
      .execute()
      .catch((error: unknown) => {
        throw takenError(error);
      });
    if (isNewPhone) await endSessionsOf(transaction, account.id);
    const entry = { at: clock.now(), action: 'CHANGE_USER', outcome: 'SUCCESS', address, requestId } as const;
    const { username: subject } = account;
    await audit(transaction, { ...entry, actor: caller.username, subject, details: { changed } });
  });
  if (isNewPhone && account.phone) sendInBackground(smsGateway, phoneChangedMessage(account.phone), log);
}

/** Makes an operator's account. Returns its password, which is kept hashed only and has to be changed at the first sign-in. Throws NAME_TAKEN. */
export async function createAdmin(
  { database, clock }: IdentityServices,
  { caller, origin: { address, requestId } }: Operator,
  { username }: AdminCreation,
): Promise<AdminCreated> {
  const password = createToken();
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  await withTransaction(database, async (transaction) => {
    const admin = { username, phone: null, passwordHash, role: 'ADMIN', mustChangePassword: true } as const;
    await createUser(transaction, admin, now);
    const entry = { at: now, action: 'CREATE_ADMIN', outcome: 'SUCCESS', address, requestId } as const;
    await audit(transaction, { ...entry, actor: caller.username, subject: username });
  });
  return { username, password };
}

/** Turns an account on or off. Throws FORBIDDEN for the operator's own and for the last operator's. */
export async function changeStatus(
  { database, clock }: IdentityServices,
  { caller, origin: { address, requestId } }: Operator,
  { id, username: subject }: UserAccount,
  status: ActivityStatus,
): Promise<void> {
  if (id === caller.id) throw new ProductError('FORBIDDEN');
  await withTransaction(database, async (transaction) => {
    await setUserStatus(transaction, id, status);
    const entry = {
      at: clock.now(),
      action: 'SET_USER_STATUS',
      outcome: 'SUCCESS',
      address,
      requestId,
    } as const;
    await audit(transaction, { ...entry, actor: caller.username, subject, details: { status } });
  });
}
