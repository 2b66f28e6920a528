import { minus, maxOf, NO_AMOUNTS, plus, takesNew } from './capacity.ts';
import type { Allocation, Amounts, NodeCapacity } from './capacity.ts';
import type { Placer } from './placer.ts';

export function usageOf(node: NodeCapacity, allocations: readonly Allocation[]) {
  return usage(
    node,
    allocations.reduce((sum, { amounts }) => plus(sum, amounts), NO_AMOUNTS),
  );
}

/** Returns the amounts of a node for catalogue statuses. Free is never negative, even if the node has shrunk below its allocation. */
function usage(node: NodeCapacity, allocated: Amounts) {
  return { capacity: node.amounts, allocated, free: maxOf(minus(node.amounts, allocated), NO_AMOUNTS) };
}

/** Sums the GPUs of one model on some nodes. Those of a node that takes no new machines are not free. */
export function gpuUsage(placer: Placer, nodes: readonly NodeCapacity[]) {
  const sums = { total: 0, allocated: 0, free: 0 };
  for (const node of nodes) {
    const { capacity, allocated, free } = usage(node, placer.occupancyOf(node.name).allocated);
    sums.total += capacity.gpus;
    sums.allocated += allocated.gpus;
    sums.free += takesNew(node) ? free.gpus : 0;
  }
  return sums;
}
