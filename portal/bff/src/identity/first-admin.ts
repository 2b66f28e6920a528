/** The first admin: created from a setting, or by a command that prints a one-time password. No default password exists. */
import { operatorPassword } from '@gpulease/contract/validation';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Tables } from '../database/schema.ts';
import { audit } from '../audit/audit.ts';
import { hashPassword } from './passwords.ts';
import { clearSecondFactor } from './second-factor/remove-second-factor.ts';
import { createToken } from './tokens.ts';
import { createUser, findAccount, setFirstPassword } from './users.ts';

export const FIRST_ADMIN = 'admin';

/** Creates the first admin with the configured password, unless an admin exists. Throws if the password is weak. */
export async function ensureFirstAdmin(database: Database, clock: Clock, password: string): Promise<void> {
  if (!operatorPassword.safeParse(password).success) {
    throw new Error(
      'GPULEASE_ADMIN_PASSWORD is too weak: at least 8 characters of two types (A-Z, a-z, 0-9, others), and none that is guessed first.',
    );
  }
  await create(database, clock, { password, mustChangePassword: false });
}

/** Creates the first admin. Returns a password that must be changed at first sign-in; undefined if an admin exists. */
export async function createFirstAdmin(database: Database, clock: Clock): Promise<string | undefined> {
  const password = createToken();
  const isCreated = await create(database, clock, { password, mustChangePassword: true });
  return isCreated ? password : undefined;
}

/**
 * Resets a locked-out operator: sets a password that must be changed at first sign-in, revokes all other access and
 * removes the second factor. Returns the password; undefined if no operator has this name.
 */
export async function resetAdmin(
  database: Database,
  clock: Clock,
  username: string,
): Promise<string | undefined> {
  const account = await findAccount(database, 'username', username);
  if (account?.role !== 'ADMIN') return undefined;
  const password = createToken();
  const passwordHash = await hashPassword(password);
  await withTransaction(database, async (transaction) => {
    await setFirstPassword(transaction, { id: account.id, passwordHash }, clock.now());
    await clearSecondFactor(transaction, account.id);
    await audit(transaction, 'RESET_PASSWORD', { at: clock.now(), actor: null, subject: username });
  });
  return password;
}

async function create(
  database: Database,
  clock: Clock,
  { password, mustChangePassword }: { password: string; mustChangePassword: boolean },
): Promise<boolean> {
  if (await hasAdmin(database)) return false;
  const passwordHash = await hashPassword(password);
  return withTransaction(database, async (transaction) => {
    await sql`LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    if (await hasAdmin(transaction)) return false;
    const now = clock.now();
    const admin = { username: FIRST_ADMIN, phone: null, passwordHash, role: 'ADMIN' } as const;
    await createUser(transaction, { ...admin, mustChangePassword }, now);
    await audit(transaction, 'BOOTSTRAP_ADMIN', { at: now, actor: null, subject: FIRST_ADMIN });
    return true;
  });
}

/** Whether an admin account exists. */
export async function hasAdmin(database: Kysely<Tables>): Promise<boolean> {
  const admin = await database
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .executeTakeFirst();
  return admin !== undefined;
}
