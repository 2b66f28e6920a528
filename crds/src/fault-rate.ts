import type { ComputeNode } from './v1alpha1/compute-node.ts';

const MONTH_DAYS = 30;

/**
 * Faults of a node per GPU-month: how often one of its GPUs alone would fail like it in 30 days. Undefined where it has no GPU, or
 * the operator has not counted yet for how long its GPUs were there.
 */
export function faultsPerGpuMonth({
  spec,
  status,
}: Pick<ComputeNode, 'spec' | 'status'>): number | undefined {
  const { faults = 0, gpuDays = 0 } = status?.reliability ?? {};
  if (spec.resources.gpus === undefined) return undefined;
  if (faults === 0) return 0;
  return gpuDays === 0 ? undefined : (faults * MONTH_DAYS) / gpuDays;
}
