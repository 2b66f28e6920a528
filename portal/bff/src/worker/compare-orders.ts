/** Finds mismatches between the orders of the books and the Workloads of a restored cluster. Pure. */
import type { Workload } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import { identityOf, orderLabelOf } from './workload-facts.ts';

export interface BookedOrder {
  readonly id: string;
  readonly state: string;
  /** Uid of the Workload that the order is bound to; null before that. */
  readonly uid: string | null;
  readonly namespace: string;
  readonly name: string;
}

export interface Mismatches {
  /** Live orders whose Workload was recreated, with the new one. */
  readonly unbound: readonly { readonly order: BookedOrder; readonly workload: Workload }[];
  /** Live orders without a Workload. */
  readonly lost: readonly BookedOrder[];
  /** Workloads that were recreated although their order is over. */
  readonly over: readonly Workload[];
}

export function compareOrders(orders: readonly BookedOrder[], workloads: readonly Workload[]): Mismatches {
  const present = new Set(workloads.map((workload) => identityOf(workload).uid));
  const isGone = ({ uid }: BookedOrder) => uid !== null && !present.has(uid);
  const staying = workloads.filter((workload) => !isDeleting(workload));
  const byLabel = new Map(staying.map((workload) => [orderLabelOf(workload), workload]));
  const pairs = orders.filter(isGone).map((order) => ({ order, workload: byLabel.get(order.id) }));
  const live = pairs.filter(({ order }) => order.state === 'ACTIVE');
  const isAgain = (pair: (typeof pairs)[number]): pair is Mismatches['unbound'][number] =>
    pair.workload?.metadata.namespace === pair.order.namespace &&
    pair.workload.metadata.name === pair.order.name;
  return {
    unbound: live.filter(isAgain),
    lost: live.filter((pair) => !isAgain(pair)).map(({ order }) => order),
    over: pairs.filter(({ order }) => order.state === 'CLOSED').flatMap(({ workload }) => workload ?? []),
  };
}
