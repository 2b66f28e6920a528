/** Which machines of the fleet use their GPUs least and most, and which not at all, by the source, which is asked once in a step. */
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { UsageRank } from '@gpulease/contract/enums';
import { AnswerCache } from './answer-cache.ts';
import { idleQueries, rankingQuery, type FleetPart } from './fleet-queries.ts';
import { askAll, type MetricsOptions } from './source.ts';
import { lastStep } from './step-cache.ts';
import type { MetricsWindow } from './window.ts';

interface RankedUse {
  readonly available: true;
  /** Percent by the names of VirtualMachines, in no order. */
  readonly uses: ReadonlyMap<string, number>;
}

interface IdleMachines {
  readonly available: true;
  readonly count: number;
  /** The VirtualMachines of those with the most GPUs. */
  readonly names: ReadonlySet<string>;
}

/** An hour of thousands of machines is much to add up, and no page waits for it. */
const PATIENCE_MS = 5_000;
const STEP_MS = 5 * MINUTE_MS;
/** VictoriaMetrics keeps back what it got within the last half minute. */
const LATE_MS = MINUTE_MS;
const MOST_KEPT = 200;

export class FleetUse {
  readonly #options: MetricsOptions;
  readonly #answers: AnswerCache<RankedUse>;
  readonly #idle: AnswerCache<IdleMachines>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#answers = new AnswerCache({ ...options, most: MOST_KEPT });
    this.#idle = new AnswerCache({ ...options, most: MOST_KEPT });
  }

  /** Never rejects: that the source fails is an answer, too. */
  read(part: FleetPart, rank: UsageRank) {
    const window = this.#lastHour();
    return this.#answers.read({ part, rank, window }, () => this.#ask(rankingQuery(part, rank), window));
  }

  /** Never rejects either. */
  readIdle(part: FleetPart) {
    const window = this.#lastHour();
    return this.#idle.read({ part, window }, () => this.#askIdle(part, window));
  }

  #lastHour(): MetricsWindow {
    const startMs = lastStep(this.#options.clock.now().getTime() - LATE_MS, STEP_MS);
    return { startMs, stepMs: STEP_MS, overMs: HOUR_MS, points: 1 };
  }

  async #askIdle(part: FleetPart, window: MetricsWindow): Promise<IdleMachines> {
    const { count, some } = idleQueries(part);
    const asked = { ...window, patienceMs: PATIENCE_MS };
    const [counted, series = []] = await askAll(this.#options.source, [count, some], asked);
    const names = new Set(series.flatMap(({ name }) => name ?? []));
    return { available: true, count: counted?.[0]?.values[0] ?? 0, names };
  }

  async #ask(query: string, window: MetricsWindow): Promise<RankedUse> {
    const [series = []] = await askAll(this.#options.source, [query], { ...window, patienceMs: PATIENCE_MS });
    const uses = series.flatMap(({ name, values: [use] }): [string, number][] =>
      name === undefined || use == null ? [] : [[name, use]],
    );
    return { available: true, uses: new Map(uses) };
  }
}
