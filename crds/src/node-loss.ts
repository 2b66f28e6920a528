import { conditionTypes } from './conditions.ts';
import { workloadReasons } from './reasons.ts';
import type { ComputeNode } from './v1alpha1/compute-node.ts';
import type { Workload } from './v1alpha1/workload.ts';

/**
 * Whether a machine that was lost with its node starts elsewhere automatically, once it can no longer be running there:
 * its owner wants that, and its disk can be used on other nodes.
 */
export function movesFromLostNode({ spec, status }: Pick<Workload, 'spec' | 'status'>): boolean {
  if (spec.onNodeLoss !== 'MoveIfPossible' || status?.diskNode !== undefined) return false;
  return isLost(status);
}

/** Returns when the lost node that a machine waits for is expected back, according to its administrator. */
export function returnOfLostNode(
  workload: Pick<Workload, 'spec' | 'status'>,
  node: Pick<ComputeNode, 'spec' | 'status'> | undefined,
): string | undefined {
  if (!isLost(workload.status) || movesFromLostNode(workload) || isReady(node)) return undefined;
  return node?.spec.expectedBackAt;
}

function isLost(status: Workload['status']): boolean {
  return status?.halt?.reason === workloadReasons.nodeLost;
}

function isReady(node: Pick<ComputeNode, 'status'> | undefined): boolean {
  const ready = node?.status?.conditions?.find(({ type }) => type === conditionTypes.ready);
  return ready?.status === 'True';
}
