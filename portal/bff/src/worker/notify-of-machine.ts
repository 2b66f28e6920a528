import type { Workload } from '@gpulease/crds';
import { withTransaction } from '../database/database.ts';
import { notify } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { machineNotice, plannedNotice } from './machine-notice.ts';

/** Tells the owner of a machine what has become of it; once, however often it is seen. */
export async function notifyOfMachine(
  { database }: Pick<WorkerContext, 'database'>,
  workload: Workload,
  order: OrderInBooks,
): Promise<void> {
  for (const notice of [plannedNotice(workload, order), machineNotice(workload, order)])
    if (notice) await withTransaction(database, (transaction) => notify(transaction, notice));
}
