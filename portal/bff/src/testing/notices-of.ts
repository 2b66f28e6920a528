import type { Database } from '../database/schema.ts';

/** The kinds of the notices that a customer has got, the first first. */
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
