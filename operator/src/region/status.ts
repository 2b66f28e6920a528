import { conditionTypes } from '@gpulease/crds';
import type { Findings } from '../catalogue/status.ts';
import type { WorkloadCounts } from '../catalogue/workload-references.ts';
import type { NodeCapacity } from '../placement/capacity.ts';
import type { Placer } from '../placement/placer.ts';
import { gpuUsage } from '../placement/usage.ts';

/** What is found of a region with these nodes. */
export function assessRegion(
  placer: Placer,
  nodes: readonly NodeCapacity[],
  workloads: WorkloadCounts,
): Findings {
  const open = nodes.filter(({ closed }) => closed === undefined).length;
  const capacity = byModel(placer, nodes);
  return {
    fields: {
      nodes: { total: nodes.length, ready: open },
      gpus: {
        total: sum(capacity.map(({ total }) => total)),
        allocated: sum(capacity.map(({ allocated }) => allocated)),
        free: sum(capacity.map(({ free }) => free)),
      },
      capacity,
      workloads: workloads.naming,
    },
    conditions: [ready(nodes.length, open)],
    references: nodes.length + workloads.needing,
  };
}

function byModel(placer: Placer, nodes: readonly NodeCapacity[]) {
  const models = Map.groupBy(nodes, ({ gpuModel }) => gpuModel);
  return [...models]
    .flatMap(([model, ofModel]) => (model === undefined ? [] : [{ model, ...gpuUsage(placer, ofModel) }]))
    .sort((a, b) => (a.model < b.model ? -1 : 1));
}

function ready(total: number, open: number): Findings['conditions'][number] {
  const type = conditionTypes.ready;
  if (open > 0) return { type, status: 'True', reason: 'NodesReady', message: 'The region runs machines.' };
  const message =
    total === 0
      ? 'The region has no ComputeNode yet; create one that names it in spec.region.'
      : 'No ComputeNode of the region takes machines now; the condition Schedulable of each says why.';
  return { type, status: 'False', reason: total === 0 ? 'NoNodes' : 'NoNodeReady', message };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
