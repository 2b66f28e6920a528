/** What machines used, asked of the source once for all who look, and never waited for longer than a page may. */
import type { WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../http/logger.ts';
import { graphsOf } from './graphs.ts';
import { questionsOf, type MeasuredMachine } from './queries.ts';
import type { MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

interface MachineMetricsOptions {
  readonly source: MetricsSource;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Kept {
  readonly answer: Promise<WorkloadMetrics>;
  /** Until when it is given again. That of a window is given for as long as somebody asks for that window. */
  goodUntilMs: number;
}

/** For all queries of a page together, waiting for their turn included. */
const PATIENCE_MS = 2_000;
/** A source that has failed is left alone for so long, by everybody who looks at the same graphs. */
const PAUSE_MS = 10_000;
/** The largest are some 60 kB. */
const MOST_KEPT = 200;

export class MachineMetrics {
  readonly #options: MachineMetricsOptions;
  /** By machine and window, the oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(options: MachineMetricsOptions) {
    this.#options = options;
  }

  /** Never rejects: that the source fails is an answer, too. */
  read(machine: MeasuredMachine, window: MetricsWindow): Promise<WorkloadMetrics> {
    const key = JSON.stringify([machine, window]);
    const kept = this.#kept.get(key);
    if (kept && kept.goodUntilMs > this.#now()) return kept.answer;
    const asked: Kept = { answer: this.#ask(machine, window), goodUntilMs: Infinity };
    void asked.answer.then(({ available }) => {
      if (!available) asked.goodUntilMs = this.#now() + PAUSE_MS;
    });
    this.#keep(key, asked);
    return asked.answer;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  #keep(key: string, asked: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, asked);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) return;
      this.#kept.delete(oldest);
    }
  }

  async #ask(machine: MeasuredMachine, window: MetricsWindow): Promise<WorkloadMetrics> {
    const { source, log } = this.#options;
    const questions = questionsOf(machine, window.overMs);
    const given = new AbortController();
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const answers = await Promise.all(
        questions.map(async (question) => ({
          ...question,
          series: window.points === 0 ? [] : await source.ask(question.query, window, signal),
        })),
      );
      return {
        available: true,
        start: new Date(window.startMs).toISOString(),
        stepSeconds: window.stepMs / 1_000,
        graphs: graphsOf(answers),
      };
    } catch (err) {
      log.warn({ err, machine: machine.name }, 'The source of metrics failed');
      return { available: false, reason: 'UNREACHABLE' };
    } finally {
      // One failure is all of them: nobody waits for the others.
      given.abort();
    }
  }
}
