/** Which order a Workload is: the one it was made for, the one that knows its uid, or a new one. */
import type { Workload } from '@gpulease/crds';
import { withTransaction } from '../../database/database.ts';
import { ProductError } from '../../http/product-error.ts';
import { bindOrder } from '../../workloads/order-states.ts';
import { placeOrder } from '../../workloads/orders.ts';
import { refusalSentence } from '../../workloads/refusal.ts';
import { readOrders, type OrderInBooks } from '../order-facts.ts';
import type { WorkerContext } from './context.ts';
import { identityOf, orderLabelOf, tenantOf } from './workload-facts.ts';

export type FoundOrder = { readonly order: OrderInBooks } | { readonly refusal: string };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The order of a Workload, bound to its uid; or why it has none, in words. */
export async function findOrder(context: WorkerContext, workload: Workload): Promise<FoundOrder> {
  const { uid } = identityOf(workload);
  const [bound] = await readOrders(context.database, { workloadUid: uid });
  if (bound) return { order: bound };
  const label = orderLabelOf(workload);
  return label === undefined ? adopt(context, workload) : bind(context, workload, label);
}

async function bind({ database }: WorkerContext, workload: Workload, id: string): Promise<FoundOrder> {
  const refusal = "The label gpulease.dev/order names an order that is not this workload's.";
  if (!uuidPattern.test(id)) return { refusal };
  const bound = await withTransaction(database, (transaction) =>
    bindOrder(transaction, id, identityOf(workload)),
  );
  const [order] = bound ? await readOrders(database, { id }) : [];
  return order ? { order } : { refusal };
}

/** A Workload that kubectl or Git made gets an order under the rules of every order. */
async function adopt({ database, catalog }: WorkerContext, workload: Workload): Promise<FoundOrder> {
  const userId = tenantOf(workload);
  if (userId === undefined || !catalog.tenants.store.get({ name: userId })) {
    return { refusal: 'Workloads are accepted in the namespaces of tenants only.' };
  }
  const { uid, namespace, name } = identityOf(workload);
  const { spec } = workload;
  try {
    const id = await withTransaction(database, (transaction) =>
      placeOrder(transaction, catalog, {
        userId,
        namespace,
        name,
        spec,
        workloadUid: uid,
        running: spec.powerState === 'Running',
      }),
    );
    const [order] = await readOrders(database, { id });
    return order ? { order } : { refusal: 'The order was not found again.' };
  } catch (error) {
    if (error instanceof ProductError) return { refusal: refusalSentence(error) };
    throw error;
  }
}
