import type { MeasuredMetrics } from '@gpulease/contract/workload-metrics';
import { graphsOf } from './graphs.ts';
import type { Question } from './queries.ts';
import { queryAll, type MetricsSource } from './source.ts';
import { stepsOf, type MetricsWindow } from './window.ts';

/** Returns the graphs for questions over a window. Rejects if the source fails, or exceeds `patienceMs` or a page's patience. */
export async function queryGraphs(
  source: MetricsSource,
  questions: readonly Question[],
  window: MetricsWindow,
  patienceMs?: number,
): Promise<Omit<MeasuredMetrics, 'gpuErrors'>> {
  const queries = questions.map(({ query }) => query);
  const answers = await queryAll(source, queries, { ...window, ...(patienceMs && { patienceMs }) });
  const graphs = graphsOf(
    questions.map((question, index) => ({ ...question, series: answers[index] ?? [] })),
  );
  return { available: true, ...stepsOf(window), graphs };
}
