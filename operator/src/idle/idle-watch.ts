import type { Workload } from '@gpulease/crds';
import { MINUTE_MS, objectKey, type Clock, type Logger } from '@gpulease/kube';
import { isOf, isOver, noteAfter, watchedMachine } from './note.ts';
import type { GpuQuery, Note, WatchedMachine } from './note.ts';
import { loadsOf, NO_LOAD, QUESTION, type Load } from './question.ts';
import { LOOKBACK_MS, type AskMetrics } from '../metrics-source.ts';

/** What is known about the idle GPUs of a machine. */
export interface Idle {
  /** Since when all of them have been idle; undefined while one is busy or not measured. */
  readonly since?: Date | undefined;
  /** When their load was last queried. */
  readonly seenAt?: Date | undefined;
  /** Undefined while it is too early to tell. */
  readonly measures?: 'There' | 'Missing' | 'NoSource' | undefined;
}

interface IdleWatchOptions {
  /** Undefined without a metrics source. */
  ask: AskMetrics | undefined;
  workloads: () => readonly Workload[];
  clock: Clock;
  /** When the previous leader last renewed its lease. */
  precededUntil: () => Date | undefined;
  logger: Logger;
}

export const QUERY_INTERVAL_MS = MINUTE_MS;
/** Two queries that are no farther apart have seen all measures, including late ones. */
const FARTHEST_APART_MS = LOOKBACK_MS - QUERY_INTERVAL_MS;
/** The exporter in a newly started machine needs some minutes. */
const MISSING_MS = 10 * MINUTE_MS;

/**
 * Watches the GPUs of all machines with an idle rule. Callers read stored results and never wait for a query. A GPU that could
 * not be measured does not count as idle.
 */
export class IdleWatch {
  private readonly options: IdleWatchOptions;
  /** By the key of the Workload. */
  private notes = new Map<string, Note>();
  private lookedAt: Date | undefined;
  private wake: (workload: string) => void = () => undefined;

  constructor(options: IdleWatchOptions) {
    this.options = options;
  }

  get isEnabled(): boolean {
    return this.options.ask !== undefined;
  }

  /** Calls `react` with the key of each workload that has changed or whose idle time is over. */
  onWake(react: (workload: string) => void): void {
    this.wake = react;
  }

  /** Returns what is known about the machine of a workload; undefined before its first query. */
  of(workload: Workload): Idle | undefined {
    if (!this.isEnabled) return { measures: 'NoSource' };
    const machine = watchedMachine(workload);
    const note = this.notes.get(objectKey(workload.metadata));
    return machine && note && isOf(note, machine) ? idleOf(note) : undefined;
  }

  /** Queries the load of all machines. Never rejects: a failure of the source is no news about a machine. */
  async look(): Promise<void> {
    const watched = this.watched();
    const at = this.options.clock.now();
    const loads = watched.size === 0 ? nobody : await this.ask();
    const isContinuous = at.getTime() - this.lastQueryAt() <= FARTHEST_APART_MS;
    if (loads !== undefined) this.lookedAt = at;
    else if (isContinuous) return;
    this.note(watched, loads ?? nobody, { at, isContinuous });
  }

  private watched(): ReadonlyMap<string, WatchedMachine> {
    const all = this.options.workloads().map((workload) => {
      const machine = watchedMachine(workload);
      return machine && ([objectKey(workload.metadata), machine] as const);
    });
    return new Map(all.filter((one) => one !== undefined));
  }

  private async ask(): Promise<ReadonlyMap<string, Load> | undefined> {
    const { ask, logger } = this.options;
    try {
      return loadsOf(await ask?.(QUESTION));
    } catch (error) {
      logger.warn({ err: error }, 'Could not query the load of GPUs; idle machines are not stopped');
      return undefined;
    }
  }

  /** The last query of the previous operator may be up to a minute older than its end. */
  private lastQueryAt(): number {
    if (this.lookedAt !== undefined) return this.lookedAt.getTime();
    const end = this.options.precededUntil();
    return end === undefined ? -Infinity : end.getTime() - QUERY_INTERVAL_MS;
  }

  private note(
    watched: ReadonlyMap<string, WatchedMachine>,
    loads: ReadonlyMap<string, Load>,
    look: GpuQuery,
  ): void {
    const before = this.notes;
    this.notes = new Map();
    for (const [key, machine] of watched) {
      const note = noteAfter(before.get(key), machine, loads.get(machine.key) ?? NO_LOAD, look);
      this.notes.set(key, note);
      if (isOver(note) || isNews(before.get(key), note)) this.wake(key);
    }
  }
}

const nobody: ReadonlyMap<string, Load> = new Map();

function isNews(before: Note | undefined, after: Note): boolean {
  if (before === undefined) return true;
  const [one, other] = [idleOf(before), idleOf(after)];
  return one.since?.getTime() !== other.since?.getTime() || one.measures !== other.measures;
}

function idleOf({ since, seenAt, missingSince }: Note): Idle {
  return { since, seenAt, measures: measuresOf(seenAt, missingSince) };
}

function measuresOf(seenAt: Date, missingSince: Date | undefined): Idle['measures'] {
  if (missingSince === undefined) return 'There';
  return seenAt.getTime() - missingSince.getTime() >= MISSING_MS ? 'Missing' : undefined;
}
