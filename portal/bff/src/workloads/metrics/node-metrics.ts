/** What the machines of a node used together, asked of the source once in a step for all operators. */
import type { MeasuredMetrics } from '@gpulease/contract/workload-metrics';
import type { ComputeNode } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import { askGraphs } from './ask-graphs.ts';
import { nodeQuestions, type MeasuredNode } from './node-queries.ts';
import { sharedRangeReader } from './shared-reader.ts';
import type { MetricsOptions, MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

/** Some 40 kB each. */
const MOST_KEPT = 200;

export type NodeMetrics = ReturnType<typeof createNodeMetrics>;

export function createNodeMetrics(options: MetricsOptions) {
  return sharedRangeReader(options, MOST_KEPT, (node: MeasuredNode, window) =>
    askNode(options.source, node, window),
  );
}

async function askNode(
  source: MetricsSource,
  node: MeasuredNode,
  window: MetricsWindow,
): Promise<MeasuredMetrics> {
  const { graphs, ...measured } = await askGraphs(source, nodeQuestions(node, window.overMs), window);
  return {
    ...measured,
    graphs: graphs.map((graph) =>
      graph.metric === 'MEMORY' ? { ...graph, limit: node.memoryBytes } : graph,
    ),
    gpuErrors: [],
  };
}

/** By what the catalogue says of it. */
export function measuredNode({ metadata, spec }: ComputeNode): MeasuredNode {
  const { name } = metadata;
  const { cpu, memory, gpus } = spec.resources;
  const host = spec.nodeName ?? name;
  return { name, host, cpus: cpu, memoryBytes: parseQuantity(memory), hasGpus: gpus !== undefined };
}
