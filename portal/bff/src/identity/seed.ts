import { DAY_MS, type Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { createInviteCodes } from './invite-codes.ts';
import { hashPassword } from './passwords.ts';
import { createUser, findAccount } from './users.ts';

interface WantedUser {
  readonly username: string;
  readonly password: string;
  readonly phone: string;
  /** Defaults to now. */
  readonly registeredAt?: string | undefined;
}

const SEEDER = 'seed';
const YEAR_MS = 365 * DAY_MS;

/** Creates missing users, and usable invite codes up to `inviteCodes`. Returns all of them. */
export async function seed(
  database: Database,
  clock: Clock,
  { users, inviteCodes }: { readonly users: readonly WantedUser[]; readonly inviteCodes: number },
) {
  const seededUsers = [];
  for (const user of users)
    seededUsers.push({ id: await ensureUser(database, clock, user), username: user.username });
  return { users: seededUsers, inviteCodes: await ensureInviteCodes(database, clock, inviteCodes) };
}

async function ensureUser(database: Database, clock: Clock, user: WantedUser): Promise<string> {
  const known = await findAccount(database, 'username', user.username);
  if (known) return known.id;
  const passwordHash = await hashPassword(user.password);
  const account = { username: user.username, phone: user.phone, passwordHash, role: 'USER' } as const;
  const at = user.registeredAt === undefined ? clock.now() : new Date(user.registeredAt);
  return withTransaction(database, (transaction) => createUser(transaction, account, at));
}

async function ensureInviteCodes(database: Database, clock: Clock, quantity: number): Promise<string[]> {
  const now = clock.now();
  const rows = await database
    .selectFrom('invite_code')
    .select('code')
    .where('created_by', '=', SEEDER)
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(quantity)
    .execute();
  const usable = rows.map(({ code }) => code);
  const missing = quantity - usable.length;
  if (missing <= 0) return usable;
  const expirationDate = new Date(now.getTime() + YEAR_MS).toISOString();
  const made = await createInviteCodes(database, { quantity: missing, expirationDate }, SEEDER, now);
  return [...usable, ...made.map(({ code }) => code)];
}
