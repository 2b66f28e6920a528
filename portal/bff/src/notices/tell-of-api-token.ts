import type { Transaction } from '../database/schema.ts';
import type { ApiTokenRow } from '../identity/tables.ts';
import { notify } from './notify.ts';

/** Gives an account notice of its new API token. The name can be given again, so the hash tells which token it is. */
export async function tellOfApiToken(
  transaction: Transaction,
  { user_id: userId, name, token_hash: hash }: ApiTokenRow,
): Promise<void> {
  const key = `API_TOKEN_CREATED/${hash.toString('hex')}`;
  await notify(transaction, { userId, kind: 'API_TOKEN_CREATED', key, subject: key, apiToken: name });
}
