import { parseQuantity } from '@gpulease/kube';
import { maintenanceSpan, declaredAmounts } from '@gpulease/placement/compute-node';
import {
  least,
  minus,
  maxOf,
  NO_AMOUNTS,
  type Amounts,
  type NodeCapacity,
} from '@gpulease/placement/capacity';
import { architectureOf, nodeRefusal } from './node-refusal.ts';
import type { NodeView } from './node-view.ts';
import { troublesOf } from './reliability.ts';
import { quarantinedOn } from './quarantine.ts';
import { heldByOthers } from '../core-node/other-pods.ts';

/** Returns the node as placement sees it. */
export function nodeCapacity(view: NodeView): NodeCapacity {
  const { metadata, spec } = view.computeNode;
  const refusal = nodeRefusal(view);
  return {
    name: metadata.name,
    region: spec.region,
    ...(refusal?.isForNewOnly ? { avoided: refusal.why } : { closed: refusal?.why }),
    away: maintenanceSpan(spec, view.now),
    skus: spec.skus,
    troubles: troublesOf(view.computeNode, view.now),
    architecture: architectureOf(view.node),
    gpuModel: spec.resources.gpus?.model,
    amounts: usable(view),
    declared: declaredAmounts(spec),
  };
}

/** Returns what the core Node should have: the declared amounts without the GPUs that its device plugin excludes. */
export function expected(view: NodeView): Amounts {
  const { gpus, ...others } = declaredAmounts(view.computeNode.spec);
  return { ...others, gpus: gpus - quarantinedOn(view.computeNode).excluded };
}

/** Returns what the core Node can allocate. Storage is as declared, because root disks do not use the Node's own. */
export function allocatable({ computeNode, node, gpu }: NodeView): Amounts {
  const amounts = node?.status?.allocatable ?? {};
  const gpus = gpu === undefined ? undefined : amounts[gpu.spec.deviceName];
  return {
    cpu: parseQuantity(amounts.cpu ?? 0) * 1000,
    memory: parseQuantity(amounts.memory ?? 0),
    storage: parseQuantity(computeNode.spec.resources.storage),
    gpus: parseQuantity(gpus ?? 0),
    pods: parseQuantity(amounts.pods ?? 0),
  };
}

/** Returns the allocatable amounts that other pods leave. */
export function remainingCapacity(view: NodeView): Amounts {
  const there = allocatable(view);
  const held = heldByOthers(view.otherPods ?? [], view.gpu?.spec.deviceName);
  return maxOf(minus(there, { ...held, storage: 0 }), NO_AMOUNTS);
}

/** Returns the capacity that is declared, exists, is not used by other pods and is not in quarantine. */
export function usable(view: NodeView): Amounts {
  const { gpus, ...others } = least(expected(view), remainingCapacity(view));
  return { ...others, gpus: Math.max(gpus - quarantinedOn(view.computeNode).offered, 0) };
}
