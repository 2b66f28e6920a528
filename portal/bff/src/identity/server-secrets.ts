import type { Database } from '../database/schema.ts';
import { createToken } from './tokens.ts';

/** Returns a secret shared by all replicas, created on first use. */
export async function serverSecret(database: Database, name: string): Promise<string> {
  await database
    .insertInto('server_secret')
    .values({ name, value: createToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
