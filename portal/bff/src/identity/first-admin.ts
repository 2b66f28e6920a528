/** The first admin: from a setting, or by a command that shows a one-time password. There is no default password. */
import { password as passwordRule } from '@gpulease/contract/validation';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Tables } from '../database/schema.ts';
import { audit } from './audit.ts';
import { hashPassword } from './passwords.ts';
import { createToken } from './tokens.ts';
import { createUser } from './users.ts';

export const FIRST_ADMIN = 'admin';

/** Makes the first admin with the operator's own password, unless there is one. Throws when the password is weak. */
export async function ensureFirstAdmin(database: Database, clock: Clock, password: string): Promise<void> {
  if (!passwordRule.safeParse(password).success) {
    throw new Error(
      'GPULEASE_ADMIN_PASSWORD is too weak: at least 8 characters of two types (A-Z, a-z, 0-9, others).',
    );
  }
  await create(database, clock, { password, mustChangePassword: false });
}

/** Makes the first admin. Returns a password that has to be changed at once; undefined when there is an admin. */
export async function createFirstAdmin(database: Database, clock: Clock): Promise<string | undefined> {
  const password = createToken();
  const isCreated = await create(database, clock, { password, mustChangePassword: true });
  return isCreated ? password : undefined;
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

/** Whether there is anybody who can sign in to the admin console. */
export async function hasAdmin(database: Kysely<Tables>): Promise<boolean> {
  const admin = await database
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .executeTakeFirst();
  return admin !== undefined;
}
