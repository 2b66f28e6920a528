/** What the machines of a part of the fleet used together, queried once per step for all operators. */
import type { MetricGraph } from '@gpulease/contract/workload-metrics';
import type { ComputeNode } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import { queryGraphs } from './query-graphs.ts';
import type { FleetPart } from './fleet-queries.ts';
import { partQuestions, type MeasuredPart } from './part-queries.ts';
import { sharedRangeReader } from './shared-reader.ts';
import { FLEET_PATIENCE_MS, type MetricsOptions } from './source.ts';

/** About 40 kB each. */
const MOST_KEPT = 200;

export type PartMetrics = ReturnType<typeof createPartMetrics>;

export function createPartMetrics(options: MetricsOptions) {
  return sharedRangeReader(options, MOST_KEPT, async (measured: MeasuredPart, window) => {
    const questions = partQuestions(measured, window.overMs);
    const answer = await queryGraphs(options.source, questions, window, FLEET_PATIENCE_MS);
    const limitOf = ({ limit, metric }: MetricGraph) => limit ?? offered(measured, metric);
    const graphs = answer.graphs.map((graph) => ({ ...graph, limit: limitOf(graph) }));
    return { ...answer, graphs, gpuErrors: [] };
  });
}

/** Null if nothing is known to be offered. */
function offered({ cpus, memoryBytes }: MeasuredPart, metric: string): number | null {
  if (metric === 'CPU_CORES') return cpus || null;
  return (metric === 'MEMORY' && memoryBytes) || null;
}

/** Returns a part with what its nodes offer according to the catalogue. */
export function measuredPart(part: FleetPart, all: readonly ComputeNode[]): MeasuredPart {
  const nodes = all.filter((node) => isOf(part, node));
  const host = part.node === undefined ? undefined : (nodes[0]?.spec.nodeName ?? part.node);
  const resources = nodes.map(({ spec }) => spec.resources);
  return {
    ...{ part, host },
    cpus: resources.reduce((sum, { cpu }) => sum + cpu, 0),
    memoryBytes: resources.reduce((sum, { memory }) => sum + parseQuantity(memory), 0),
    hasGpus: resources.some(({ gpus }) => gpus !== undefined),
  };
}

function isOf({ region, gpu, node }: FleetPart, { metadata, spec }: ComputeNode): boolean {
  if (node !== undefined && metadata.name !== node) return false;
  if (region !== undefined && spec.region !== region) return false;
  return gpu === undefined || spec.resources.gpus?.model === gpu;
}
