import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/schema.ts';
import type { AccountNews } from '../identity/services.ts';
import { notify } from './notify.ts';

/** Gives a customer notice of a change of the account. Each is told: none outdates another. */
export async function tellOfAccount(
  transaction: Transaction,
  { userId, kind, key = randomUUID(), apiToken }: AccountNews,
): Promise<void> {
  const whole = `${kind}/${key}`;
  await notify(transaction, { userId, kind, key: whole, subject: whole, ...(apiToken && { apiToken }) });
}
