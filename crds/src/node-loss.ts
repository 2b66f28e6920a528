import { conditionTypes } from './conditions.ts';
import { workloadReasons } from './reasons.ts';
import type { ComputeNode } from './v1alpha1/compute-node.ts';
import type { Workload } from './v1alpha1/workload.ts';

/**
 * Whether a machine that was lost together with its node starts elsewhere by itself, once nothing of it can run there any
 * more: its owner wants it to, and its disk can be used on other nodes.
 */
export function movesFromLostNode({ spec, status }: Pick<Workload, 'spec' | 'status'>): boolean {
  if (spec.onNodeLoss !== 'MoveIfPossible' || status?.diskNode !== undefined) return false;
  return isLost(status);
}

/** When the node that a machine was lost with, and waits for, is expected back, as its administrator says. */
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
