import type { Workload } from '@gpulease/crds';
import { withTransaction } from '../database/database.ts';
import { notify } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { machineNotice, moveNotice, plannedNotice, returnNotice } from './machine-notice.ts';

/** Notifies the owner of changes to a machine, once per change, however often it is reconciled. */
export async function notifyOfMachine(
  { database, catalogue }: Pick<WorkerContext, 'database' | 'catalogue'>,
  workload: Workload,
  order: OrderInBooks,
): Promise<void> {
  const node = catalogue.nodes.store.get({ name: workload.status?.halt?.node ?? '' });
  const notices = [
    plannedNotice(workload, order),
    moveNotice(workload, order),
    machineNotice(workload, order),
    returnNotice(workload, node, order),
  ];
  for (const notice of notices)
    if (notice) await withTransaction(database, (transaction) => notify(transaction, notice));
}
