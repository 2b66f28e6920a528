import type { Workload } from '@gpulease/crds';
import { decideFunding } from '../orders/funding.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import { ownStatus } from '../worker/show-funded.ts';
import { factsOf } from '../worker/workload-facts.ts';

/** Returns the running Workload of an order, with a status that matches the books. */
export function shownWorkload(order: OrderInBooks): Workload {
  const running = {
    metadata: { name: order.name, namespace: order.namespace, uid: order.workloadUid ?? '' },
    spec: { powerState: 'Running', resume: 'Manual' },
    status: { phase: 'Running', runs: [{ id: 'run', startedAt: order.acceptedAt.toISOString() }] },
  } as unknown as Workload;
  const { funded } = decideFunding(order, factsOf(running, order.at), order.at);
  const { conditions, billing } = ownStatus(running, funded, order, order.at);
  return { ...running, status: { ...running.status, conditions: [...conditions], billing } };
}
