/** Caches what is read of machines for one step of time, for all viewers. */
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../http/logger.ts';
import type { MatrixSeries } from './matrix.ts';
import { MOST_NAMED, type MeasuredMachine } from './queries.ts';
import { lastStep } from './window.ts';

/** By the key of the machine. */
export type ByMachine<T> = ReadonlyMap<string, T>;

interface StepCacheOptions<T> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly stepMs: number;
  /** Whether the machines of a namespace are read together if there are many. */
  readonly byNamespace?: boolean;
  /** Reads several machines, at most `MOST_NAMED` unless they are all in one namespace. */
  readonly read: (machines: readonly MeasuredMachine[], nowMs: number) => Promise<ByMachine<T>>;
}

interface Kept<T> {
  readonly answer: Promise<ByMachine<T>>;
  untilMs: number;
}

/** How long a source that has failed is not queried. */
const PAUSE_MS = 10_000;

/** Returns the key of a machine, or of the machine of a series. */
export function keyOf({ namespace = '', name = '' }: Pick<MatrixSeries, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

export class StepCache<T> {
  readonly #options: StepCacheOptions<T>;
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: StepCacheOptions<T>) {
    this.#options = options;
  }

  /** Reads only what is not cached for this step, many machines at once. Rejects while the last read of one has failed. */
  async read(machines: readonly MeasuredMachine[]): Promise<ByMachine<T>> {
    const now = this.#now();
    for (const [key, { untilMs }] of this.#kept) if (untilMs <= now) this.#kept.delete(key);
    const missing = machines.filter((machine) => !this.#kept.has(keyOf(machine)));
    for (const some of this.#readTogether(missing)) this.#read(some, now);
    const answers = new Set(machines.flatMap((machine) => this.#kept.get(keyOf(machine))?.answer ?? []));
    const read = await Promise.all(answers);
    return new Map(read.flatMap((answer) => [...answer]));
  }

  #readTogether(machines: readonly MeasuredMachine[]): MeasuredMachine[][] {
    if (!this.#options.byNamespace) return byHundreds(machines);
    const namespaces = [...Map.groupBy(machines, ({ namespace }) => namespace).values()];
    const many = namespaces.filter(({ length }) => length > MOST_NAMED);
    const few = namespaces.filter(({ length }) => length <= MOST_NAMED);
    return [...many, ...byHundreds(few.flat())];
  }

  #read(machines: readonly MeasuredMachine[], now: number): void {
    const { read, stepMs, log } = this.#options;
    const kept: Kept<T> = { answer: read(machines, now), untilMs: lastStep(now, stepMs) + stepMs };
    kept.answer.catch((err: unknown) => {
      log.warn({ err, machines: machines.length }, 'Could not query metrics');
      kept.untilMs = this.#now() + PAUSE_MS;
    });
    for (const machine of machines) this.#kept.set(keyOf(machine), kept);
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}

function byHundreds(machines: readonly MeasuredMachine[]): MeasuredMachine[][] {
  const count = Math.ceil(machines.length / MOST_NAMED);
  return Array.from({ length: count }, (_, index) =>
    machines.slice(index * MOST_NAMED, (index + 1) * MOST_NAMED),
  );
}
