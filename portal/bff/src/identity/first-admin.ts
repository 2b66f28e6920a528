/** The first admin: from a setting, or with a password made up and shown once. There is no default password. */
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

/** Makes the first admin unless there is one. Returns the password when it was made up here, for the operator to read. */
export async function ensureFirstAdmin(
  database: Database,
  clock: Clock,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (await hasAdmin(database)) return undefined;
  if (wanted !== undefined && !passwordRule.safeParse(wanted).success) {
    throw new Error(
      'GPULEASE_ADMIN_PASSWORD is too weak: at least 8 characters of two types (A-Z, a-z, 0-9, others).',
    );
  }
  const password = wanted ?? createToken();
  const passwordHash = await hashPassword(password);
  const created = await withTransaction(database, async (transaction) => {
    await sql`LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    if (await hasAdmin(transaction)) return false;
    const now = clock.now();
    await createUser(transaction, { username: FIRST_ADMIN, phone: null, passwordHash, role: 'ADMIN' }, now);
    await audit(transaction, {
      at: now,
      action: 'BOOTSTRAP_ADMIN',
      outcome: 'SUCCESS',
      actor: null,
      subject: FIRST_ADMIN,
    });
    return true;
  });
  return created && wanted === undefined ? password : undefined;
}

async function hasAdmin(database: Kysely<Tables>): Promise<boolean> {
  const admin = await database
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .executeTakeFirst();
  return admin !== undefined;
}
