/** Checks that the caller owns the account before granting access that outlives the session. */
import type { Row, Transaction } from '../database/schema.ts';
import type { Caller } from '../http/handler.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { verifyPassword } from './passwords.ts';
import type { IdentityServices } from './services.ts';
import { userById } from './users.ts';

/** Returns the caller's account if the password is correct. Throws INVALID_ARGUMENT, and RATE_LIMITED after too many wrong ones. */
export async function checkPassword(
  { database, rateLimits }: IdentityServices,
  caller: Caller,
  currentPassword: string,
): Promise<Row<'user_account'>> {
  await rateLimits.consume('loginAccount', caller.username);
  const account = await userById(database, caller.id);
  const matches = await verifyPassword(currentPassword, account.password_hash);
  if (!matches) throw invalidFields({ currentPassword: 'currentPassword' });
  await rateLimits.reset('loginAccount', caller.username);
  return account;
}

/**
 * Requires the password if the account has one: a session alone would let anyone at a signed-in browser create lasting
 * access. Throws like `checkPassword`.
 */
export async function proveOwner(
  services: IdentityServices,
  caller: Caller,
  currentPassword: string | undefined,
): Promise<void> {
  const { has_password: hasPassword } = await userById(services.database, caller.id);
  if (!hasPassword) return;
  if (currentPassword === undefined) throw invalidFields({ currentPassword: 'required' });
  await checkPassword(services, caller, currentPassword);
}

/**
 * Locks the account, waiting for concurrent changes. Throws INVALID_JWT_TOKEN if one of them, such as a password reset,
 * ended the caller's session: anything created now would outlive it.
 */
export async function holdSession(
  transaction: Transaction,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<void> {
  await transaction.selectFrom('user_account').select('id').where('id', '=', id).forUpdate().execute();
  const session = await transaction
    .selectFrom('session')
    .select('user_id')
    .where('token_hash', '=', Buffer.from(sessionId, 'hex'))
    .executeTakeFirst();
  if (!session) throw new ProductError('INVALID_JWT_TOKEN');
}
