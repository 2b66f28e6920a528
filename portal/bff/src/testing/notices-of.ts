import type { Database } from '../database/schema.ts';

/** Returns the kinds of a customer's notices, the oldest first. */
export async function noticesOf(database: Database, username: string): Promise<string[]> {
  const notices = await database
    .selectFrom('notice')
    .innerJoin('user_account', 'user_account.id', 'notice.user_id')
    .select('kind')
    .where('username', '=', username)
    .orderBy('notice.id')
    .execute();
  return notices.map(({ kind }) => kind);
}
