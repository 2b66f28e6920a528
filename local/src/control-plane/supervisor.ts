import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child, type ProcessSpec } from './child.ts';

const steadyMs = 60_000;

export interface SupervisorOptions {
  /** Contains `logs/NAME.log` and `run/NAME.pid` of each process. */
  home: string;
  /** Called when a process ends unexpectedly; `restartsInMs` is undefined if it is not restarted. */
  onUnexpectedExit?: (name: string, how: string, restartsInMs: number | undefined) => void;
}

/** Starts processes, restarts those that die, and stops all in reverse order. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children = new Map<string, Child>();
  #stopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Folder of the processes' log files. */
  get logFolder(): string {
    return join(this.#options.home, 'logs');
  }

  /** Starts a process and resolves when it is ready. Throws with the end of its log if it ends first. */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.#stopping) throw new Error('Stopped while starting');
    mkdirSync(this.logFolder, { recursive: true });
    const child = new Child(spec, { logs: this.logFolder, run: join(this.#options.home, 'run') });
    this.#children.set(spec.name, child);
    await child.ready();
    void this.#watch(child, 0);
  }

  /** Stops a process and resolves when it has ended. It stays down until started again. */
  async stop(name: string, signal?: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(name);
    this.#children.delete(name);
    await child?.stop(signal);
  }

  /** Stops all processes in reverse order of start. */
  async stopAll(): Promise<void> {
    this.#stopping = true;
    for (const name of [...this.#children.keys()].reverse()) await this.stop(name);
  }

  async #watch(child: Child, failures: number): Promise<void> {
    const startedAt = Date.now();
    const how = await child.exited;
    const { spec } = child;
    if (this.#children.get(spec.name) !== child) return;
    const failuresInRow = Date.now() - startedAt > steadyMs ? 0 : failures;
    const restartsInMs = spec.restart ? restartDelay(failuresInRow) : undefined;
    this.#options.onUnexpectedExit?.(spec.name, how, restartsInMs);
    if (restartsInMs === undefined) return;
    await delay(restartsInMs);
    if (this.#children.get(spec.name) !== child) return;
    const next = new Child(spec, child.folders);
    this.#children.set(spec.name, next);
    void this.#watch(next, failuresInRow + 1);
  }
}

/** Returns the milliseconds to wait before a restart after `failures` consecutive failures: 0.5 s, doubling up to 30 s. */
export function restartDelay(failures: number): number {
  return Math.min(500 * 2 ** failures, 30_000);
}
