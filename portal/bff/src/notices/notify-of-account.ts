import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/schema.ts';
import type { AccountNews } from '../identity/services.ts';
import { notify } from './notify.ts';

/** Notifies a customer of a change to the account. Every change is reported: none replaces another. */
export async function notifyOfAccount(
  transaction: Transaction,
  { userId, kind, key = randomUUID(), apiToken }: AccountNews,
): Promise<void> {
  const whole = `${kind}/${key}`;
  await notify(transaction, { userId, kind, key: whole, subject: whole, ...(apiToken && { apiToken }) });
}
