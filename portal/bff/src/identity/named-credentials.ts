/** Credentials with a unique name per user and a maximum number: SSH keys and API tokens. */
import { sql } from 'kysely';
import { violatedConstraint } from '../database/errors.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';

/** Throws QUOTA if the user has `most` of them. Locks the user, so that two concurrent requests cannot both pass. */
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

/** Throws NAME_TAKEN if an insert failed because the user already has the name; rethrows other errors. */
export function takenName(error: unknown): never {
  throw violatedConstraint(error) ? new ProductError('NAME_TAKEN', undefined, { cause: error }) : error;
}
