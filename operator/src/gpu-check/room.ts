import type { Allocation } from '@gpulease/placement/capacity';
import { usageOf } from '@gpulease/placement/node-usage';
import { left, nodeCapacity } from '../compute-node/capacity.ts';
import type { NodeView } from '../compute-node/node-view.ts';
import { CHECK_AMOUNTS } from './check-machine.ts';

/**
 * How many machines that check a GPU there is room for beside customers'. GPUs in quarantine are checked with the others, as the
 * device plugin hands them out like those.
 */
export function roomForChecks(view: NodeView, allocations: readonly Allocation[]): number {
  const node = nodeCapacity(view);
  if (node.closed !== undefined) return 0;
  const { free, allocated } = usageOf(node, allocations);
  const gpus = left(view).gpus - allocated.gpus;
  const { cpu, memory, pods } = CHECK_AMOUNTS;
  return Math.max(0, Math.floor(Math.min(gpus, free.cpu / cpu, free.memory / memory, free.pods / pods)));
}
