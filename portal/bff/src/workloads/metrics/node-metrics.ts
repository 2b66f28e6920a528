/** What the machines of a node used together, asked of the source once in a step for all operators. */
import type { MeasuredMetrics, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { ComputeNode } from '@gpulease/crds';
import { parseQuantity } from '@gpulease/kube';
import { AnswerCache } from './answer-cache.ts';
import { askGraphs } from './ask-graphs.ts';
import { nodeQuestions, type MeasuredNode } from './node-queries.ts';
import type { MetricsOptions } from './source.ts';
import { EVER_SINCE, windowOf, type AskedRange, type MetricsWindow } from './window.ts';

/** Some 15 kB each. */
const MOST_KEPT = 200;

export class NodeMetrics {
  readonly #options: MetricsOptions;
  readonly #answers: AnswerCache<MeasuredMetrics>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#answers = new AnswerCache({ ...options, most: MOST_KEPT });
  }

  /** Never rejects: that the source fails is an answer, too. */
  read(node: MeasuredNode, asked: AskedRange): Promise<WorkloadMetrics> {
    const window = windowOf(asked, EVER_SINCE, this.#options.clock.now());
    return this.#answers.read({ node, window }, () => this.#ask(node, window));
  }

  async #ask(node: MeasuredNode, window: MetricsWindow): Promise<MeasuredMetrics> {
    const { graphs, ...measured } = await askGraphs(
      this.#options.source,
      nodeQuestions(node, window.overMs),
      window,
    );
    return {
      ...measured,
      graphs: graphs.map((graph) =>
        graph.metric === 'MEMORY' ? { ...graph, limit: node.memoryBytes } : graph,
      ),
      gpuErrors: [],
    };
  }
}

/** By what the catalogue says of it. */
export function measuredNode({ metadata, spec }: ComputeNode): MeasuredNode {
  const { cpu, memory } = spec.resources;
  return { host: spec.nodeName ?? metadata.name, cpus: cpu, memoryBytes: parseQuantity(memory) };
}
