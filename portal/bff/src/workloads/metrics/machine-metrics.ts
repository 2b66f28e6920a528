/** What machines used, asked of the source once for all who look, and never waited for longer than a page may. */
import type { GpuErrorKind } from '@gpulease/contract/enums';
import type { GpuError, MeasuredMetrics, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import { AnswerCache } from './answer-cache.ts';
import { askGraphs } from './ask-graphs.ts';
import { gpuErrorsOf } from './gpu-errors.ts';
import { errorQueries, questionsOf, type MeasuredMachine } from './queries.ts';
import { askAll, type MetricsOptions, type MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

/** The largest are some 120 kB. */
const MOST_KEPT = 200;

export class MachineMetrics {
  readonly #source: MetricsSource;
  readonly #answers: AnswerCache<MeasuredMetrics>;

  constructor({ source, ...options }: MetricsOptions) {
    this.#source = source;
    this.#answers = new AnswerCache({ ...options, most: MOST_KEPT });
  }

  /** Never rejects: that the source fails is an answer, too. */
  read(machine: MeasuredMachine, window: MetricsWindow): Promise<WorkloadMetrics> {
    return this.#answers.read({ machine, window }, () => this.#ask(machine, window));
  }

  async #ask(machine: MeasuredMachine, window: MetricsWindow): Promise<MeasuredMetrics> {
    const [graphs, gpuErrors] = await Promise.all([
      askGraphs(this.#source, questionsOf(machine, window.overMs), window),
      this.#askErrors(machine, window),
    ]);
    return { ...graphs, gpuErrors };
  }

  async #askErrors(machine: MeasuredMachine, window: MetricsWindow): Promise<GpuError[]> {
    if (machine.gpus === 0) return [];
    const queries = Object.entries(errorQueries(machine, window.overMs)) as [GpuErrorKind, string][];
    const asked = queries.map(([, query]) => query);
    const answers = await askAll(this.#source, asked, window);
    return queries.flatMap(([kind], index) => gpuErrorsOf(kind, answers[index] ?? [], window));
  }
}
