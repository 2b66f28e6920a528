import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { notify } from '../notices/notify.ts';
import type { Found } from './sources.ts';

/** What an operator did with a customer's machine. */
export type AdminAction = 'ORDERED' | 'STARTED' | 'STOPPED' | 'RESTARTED' | 'DESTROYED';

/** Notifies the owner once of an operator's action on a machine, even if the request was repeated. */
export function notifyOfAdminAction(
  transaction: Transaction,
  { userId, orderId, workload: { metadata } }: Found,
  done: AdminAction,
): Promise<void> {
  const { name, uid = name, generation = 0 } = metadata;
  const kind = `${done}_BY_ADMIN` as const;
  const id = orderId ?? uid;
  const key = `${kind}/${id}/${generation}`;
  return notify(transaction, { userId, kind, key, subject: `machine/${id}`, workload: name });
}

/** Notifies the owner after an action, and returns its result. A failed notification does not undo the action. */
export async function withNoticeOfAdminAction(
  { database, log }: { readonly database: Database; readonly log: Logger },
  doing: Promise<Found>,
  done: AdminAction,
): Promise<Found> {
  const found = await doing;
  try {
    await withTransaction(database, (transaction) => notifyOfAdminAction(transaction, found, done));
  } catch (error) {
    log.error({ err: error, user: found.userId, done }, 'Could not notify the owner of a machine');
  }
  return found;
}
