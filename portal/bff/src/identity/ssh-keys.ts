import { createHash } from 'node:crypto';
import type { Page } from '@gpulease/contract/common';
import type { SshKey, SshKeyCreation } from '@gpulease/contract/me';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { refuseMore, takenName } from './named-credentials.ts';

/** Returns one page of a user's keys. */
export async function listSshKeys(
  database: Database,
  userId: string,
  query: Query<'listSshKeys'>,
): Promise<Page<SshKey>> {
  const select = database.selectFrom('ssh_key').selectAll().where('user_id', '=', userId);
  const page = await selectPage(database, select, query, {
    defaultSort: '-createdAt',
    fields: { createdAt: sql.ref('created_at'), name: sql.ref('name') },
    unique: [sql.ref('name')],
  });
  return mapPage(page, toSshKey);
}

/** Maximum SSH keys per user. */
export const MOST_KEYS = 100;

/** Stores a public key under a name that is unique per user. Throws NAME_TAKEN and QUOTA. */
export async function createSshKey(
  database: Database,
  userId: string,
  { name, publicKey }: SshKeyCreation,
  now: Date,
): Promise<SshKey> {
  const row = { name, public_key: publicKey, fingerprint: fingerprintOf(publicKey), created_at: now };
  await withTransaction(database, async (transaction) => {
    await refuseMore(transaction, userId, { table: 'ssh_key', most: MOST_KEYS });
    await transaction
      .insertInto('ssh_key')
      .values({ ...row, user_id: userId })
      .execute()
      .catch(takenName);
  });
  return toSshKey(row);
}

/** Deletes a key; machines created with it retain it. Throws RESOURCE_NOT_FOUND. */
export async function deleteSshKey(database: Database, userId: string, name: string): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('ssh_key')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ProductError('RESOURCE_NOT_FOUND');
}

/** Returns the fingerprint in the format of `ssh-keygen -l`. */
export function fingerprintOf(publicKey: string): string {
  const [, body = ''] = publicKey.split(' ');
  const digest = createHash('sha256').update(Buffer.from(body, 'base64')).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}

function toSshKey(row: Omit<Row<'ssh_key'>, 'user_id'>): SshKey {
  return {
    name: row.name,
    publicKey: row.public_key,
    fingerprint: row.fingerprint,
    createdAt: row.created_at.toISOString(),
  };
}
