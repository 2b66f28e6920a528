import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs the simulator as a separate process that a test may kill at any time. */
export class SimulatorProcess {
  readonly #environment: Record<string, string>;
  #process: ChildProcess | undefined;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  start(): void {
    this.#process = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        SIMULATION_PACE: '0',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        ...this.#environment,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  /** Resolves when the process has exited. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
