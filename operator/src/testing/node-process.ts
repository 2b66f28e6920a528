import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** A part of the product as a separate process, which a test may kill at any time. */
export class NodeProcess {
  private readonly process: ChildProcess;

  /** `main`: path of its entry point in the repository. */
  constructor(main: string, environment: Record<string, string>) {
    this.process = spawn(process.execPath, [join(REPOSITORY, main)], {
      env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'fatal', ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  /** Resolves when the process has exited. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    await exited;
  }
}
