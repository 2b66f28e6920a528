import { workloadReasons } from './reasons.ts';
import type { Workload } from './v1alpha1/workload.ts';

/**
 * Whether a machine that was lost together with its node starts elsewhere by itself, once nothing of it can run there any
 * more: its owner wants it to, and its disk can be used on other nodes.
 */
export function movesFromLostNode({ spec, status }: Pick<Workload, 'spec' | 'status'>): boolean {
  if (spec.onNodeLoss !== 'MoveIfPossible' || status?.diskNode !== undefined) return false;
  return status?.halt?.reason === workloadReasons.nodeLost;
}
