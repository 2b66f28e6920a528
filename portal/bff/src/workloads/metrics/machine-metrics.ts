/** What machines used, asked of the source once for all who look, and never waited for longer than a page may. */
import type { MeasuredMetrics, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import { AnswerCache } from './answer-cache.ts';
import { graphsOf } from './graphs.ts';
import { questionsOf, type MeasuredMachine } from './queries.ts';
import { askAll, type MetricsOptions, type MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

/** The largest are some 60 kB. */
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
    const questions = questionsOf(machine, window.overMs);
    const queries = questions.map(({ query }) => query);
    const answers = await askAll(this.#source, queries, window);
    return {
      available: true,
      start: new Date(window.startMs).toISOString(),
      stepSeconds: window.stepMs / 1_000,
      graphs: graphsOf(questions.map((question, index) => ({ ...question, series: answers[index] ?? [] }))),
    };
  }
}
