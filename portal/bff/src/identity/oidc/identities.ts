/** Links between accounts and identities at the provider. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/schema.ts';
import { ProductError } from '../../http/product-error.ts';
import { takenName } from '../named-credentials.ts';
import { createToken, hashToken } from '../tokens.ts';
import type { OidcSubject } from './provider.ts';

const REGISTRATION_MS = 30 * 60_000;

type Identity = Pick<OidcSubject, 'issuer' | 'subject'>;

/** Returns the account linked to an identity, if any. */
export function findLinked(database: Database, { issuer, subject }: Identity) {
  return database
    .selectFrom('oidc_identity')
    .innerJoin('user_account', 'user_account.id', 'oidc_identity.user_id')
    .selectAll('user_account')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links an account. Throws NAME_TAKEN if the identity or the account is already linked. */
export async function link(
  transaction: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('oidc_identity')
    .values({ issuer, subject, user_id: userId, linked_at: now })
    .execute()
    .catch(takenName);
}

/** Whether an account is linked to the provider. */
export async function isLinked(database: Database, issuer: string, userId: string): Promise<boolean> {
  const found = await database
    .selectFrom('oidc_identity')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores a new identity until its registration is complete. Returns the registration token. */
export async function keepRegistration(
  database: Database,
  { issuer, subject, email }: OidcSubject,
  device: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await database
    .insertInto('oidc_registration')
    .values({
      token_hash: hashToken(token),
      device_hash: hashToken(device),
      issuer,
      subject,
      email: email ?? null,
      expires_at: new Date(now.getTime() + REGISTRATION_MS),
    })
    .execute();
  return token;
}

/** Links a new account to the token's identity and sets its verified email. Throws INVALID_ARGUMENT for an invalid or expired token. */
export async function completeRegistration(
  transaction: Transaction,
  { token, device, userId }: { token: string; device: string; userId: string },
  now: Date,
): Promise<void> {
  const row = await transaction
    .deleteFrom('oidc_registration')
    .where('token_hash', '=', hashToken(token))
    .where('device_hash', '=', hashToken(device))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ProductError('INVALID_ARGUMENT', { fields: { oidcToken: 'invalid' } });
  await link(transaction, row, userId, now);
  if (row.email !== null) await giveEmail(transaction, userId, row.email);
}

/** Sets an account's verified address, unless another account has it. */
export async function giveEmail(transaction: Transaction, userId: string, email: string): Promise<void> {
  await sql`
    UPDATE user_account SET email = ${email}
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM user_account WHERE email = ${email})`.execute(
    transaction,
  );
}
