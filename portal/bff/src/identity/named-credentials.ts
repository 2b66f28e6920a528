/** What a user keeps a bounded number of, each under a name of its own: SSH keys, API tokens. */
import { sql } from 'kysely';
import { violatedConstraint } from '../database/errors.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';

/** Throws QUOTA for a user who has `most` of them. Locks the user, so that two concurrent requests cannot both pass. */
export async function refuseMore(
  transaction: Transaction,
  userId: string,
  { table, most }: { readonly table: 'ssh_key' | 'api_token'; readonly most: number },
): Promise<void> {
  await sql`SELECT FROM user_account WHERE id = ${userId} FOR UPDATE`.execute(transaction);
  const { kept } = await transaction
    .selectFrom(table)
    .select(sql<bigint>`count(*)`.as('kept'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (kept >= BigInt(most)) throw new ProductError('REQUEST_FAILED', { reason: 'QUOTA' });
}

/** Throws NAME_TAKEN for the error of an insert whose name the user has already, others as they are. */
export function takenName(error: unknown): never {
  throw violatedConstraint(error) ? new ProductError('NAME_TAKEN', undefined, { cause: error }) : error;
}
