import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removePidFile, writePidFile } from './pid-files.ts';

const pollMs = 100;
const defaultReadyTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const shownLogLines = 15;
const shownLineLength = 300;

/** A process to start. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  /** Added to this process's environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** User to run as; this process's user by default. */
  user?: { uid: number; gid: number };
  /** Polled until it returns true; without it, the process counts as ready at once. */
  isReady?: () => Promise<boolean>;
  readyTimeoutMs?: number;
  /** Signal that stops it; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
  /** Whether it is restarted after it dies. */
  restart?: boolean;
}

export interface ChildFolders {
  logs: string;
  run: string;
}

/** One run of a process, from its start to its end. */
export class Child {
  readonly spec: ProcessSpec;
  readonly folders: ChildFolders;
  /** Resolves when the process ends, with `exit code 1`, `SIGKILL` or the error that prevented its start. */
  readonly exited: Promise<string>;
  readonly #process: ChildProcess;
  #ended: string | undefined;

  constructor(spec: ProcessSpec, folders: ChildFolders) {
    this.spec = spec;
    this.folders = folders;
    this.#process = launch(spec, this.#logFile);
    this.exited = new Promise((resolve) => {
      this.#process.once('error', (error) => resolve(error.message));
      this.#process.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    void this.exited.then((how) => this.#finish(how));
    // Lets this process exit while its children still run.
    this.#process.unref();
    if (this.#process.pid !== undefined) writePidFile(folders.run, spec.name, this.#process.pid);
  }

  /** Resolves when the process is ready; throws if it ends first or takes too long. */
  async ready(): Promise<void> {
    const { name, isReady, readyTimeoutMs = defaultReadyTimeoutMs } = this.spec;
    if (!isReady) return;
    const deadline = Date.now() + readyTimeoutMs;
    while (!(await isReady())) {
      if (this.#ended !== undefined) throw this.#failure(`${name} ended while starting (${this.#ended})`);
      if (Date.now() > deadline)
        throw this.#failure(`${name} was not ready within ${readyTimeoutMs / 1000} s`);
      await delay(pollMs);
    }
  }

  /** Sends the stop signal, then SIGKILL after 20 seconds, and resolves when the process has ended. */
  async stop(signal: NodeJS.Signals = this.spec.stopSignal ?? 'SIGTERM'): Promise<void> {
    this.#process.kill(signal);
    const insist = setTimeout(() => this.#process.kill('SIGKILL'), stopTimeoutMs);
    await this.exited;
    clearTimeout(insist);
  }

  get #logFile(): string {
    return join(this.folders.logs, `${this.spec.name}.log`);
  }

  #finish(how: string): void {
    this.#ended = how;
    removePidFile(this.folders.run, this.spec.name);
  }

  #failure(what: string): Error {
    const lines = readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-shownLogLines);
    const end = lines.map((line) => line.slice(0, shownLineLength)).join('\n');
    return new Error(`${what}. The end of ${this.#logFile}:\n${end}`);
  }
}

/** Starts a new process group, so that Ctrl-C reaches only this process, which stops its children in order. */
function launch(spec: ProcessSpec, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(spec.command, [...spec.args], {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, ...spec.env },
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
      ...spec.user,
    });
  } finally {
    closeSync(log);
  }
}
