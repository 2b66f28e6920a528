import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseIdentity } from '../local/src/control-plane/pid-files.ts';
import type { DemoFacts } from '../local/src/demo/facts.ts';

export const repository = resolve(import.meta.dirname, '..');
const pollMs = 50;

/** Runs `work` in a temporary folder. */
export async function inTemporaryHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'gpulease-bench-'));
  try {
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Demo in a separate folder. */
export class BenchDemo {
  readonly home: string;
  readonly #process: ChildProcess;
  /** Seconds that `make demo` took to become ready. */
  readonly startSeconds: number;

  private constructor(home: string, child: ChildProcess, startSeconds: number) {
    this.home = home;
    this.#process = child;
    this.startSeconds = startSeconds;
  }

  /** Starts the demo, with its fictional business if requested, and resolves when it is ready. Throws if it ends first. */
  static async start(home: string, port: number, data: 'business' | 'none' = 'none'): Promise<BenchDemo> {
    const began = performance.now();
    const child = spawn(process.execPath, [join(repository, 'local/src/demo/main.ts')], {
      env: { GPULEASE_DEMO_DATA: data, ...process.env, GPULEASE_HOME: home, PORT: String(port) },
      stdio: ['ignore', process.stderr, process.stderr],
    });
    while (!existsSync(factsFile(home))) {
      if (child.exitCode !== null) throw new Error(`The demo ended with exit code ${child.exitCode}`);
      await delay(pollMs);
    }
    return new BenchDemo(home, child, (performance.now() - began) / 1000);
  }

  get facts(): DemoFacts {
    return JSON.parse(readFileSync(factsFile(this.home), 'utf8')) as DemoFacts;
  }

  /** Returns the port of one of its programs, by the name in `ports.json`. */
  port(name: string): number {
    const { ports } = JSON.parse(readFileSync(join(this.home, 'ports.json'), 'utf8')) as {
      ports: Record<string, number>;
    };
    const port = ports[name];
    if (port === undefined) throw new Error(`The demo has no port named ${name}`);
    return port;
  }

  /** Returns the PID of one of its programs, by the name of its log. */
  pid(name: string): number {
    const identity = parseIdentity(readFileSync(join(this.home, 'run', `${name}.pid`), 'utf8'));
    if (identity === undefined) throw new Error(`The demo has no program named ${name}`);
    return identity.pid;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill('SIGTERM');
    await once(this.#process, 'exit');
  }
}

function factsFile(home: string): string {
  return join(home, 'demo.json');
}
