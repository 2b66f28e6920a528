import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@gpulease/local/ports';

const repository = resolve(import.meta.dirname, '../..');
const startDeadlineMs = 15 * 60_000;

/** Content of `$GPULEASE_HOME/demo.json`, which a running demo writes once everything is ready. */
export interface DemoFacts {
  url: string;
  opsUrl: string;
  kubeconfig: string;
  demo: Account;
  admin: Account;
}

export interface Account {
  username: string;
  password: string;
}

interface RunningDemo {
  home: string;
  /** Stops the demo but keeps its data, so that another can start with them. */
  pause: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Returns the facts of the demo under test, or of another. */
export function demoFacts(home = demoHome()): DemoFacts {
  return JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as DemoFacts;
}

/** Returns the folder with the data of the demo under test. */
export function demoHome(): string {
  const home = process.env.GPULEASE_E2E_HOME;
  if (!home) throw new Error('GPULEASE_E2E_HOME is not set: run the suite through its global set-up');
  return home;
}

/** Returns the process ID of a part of the demo under test, such as `operator`. */
export async function processId(name: string): Promise<number> {
  const facts = JSON.parse(await readFile(join(demoHome(), 'run', `${name}.pid`), 'utf8')) as { pid: number };
  return facts.pid;
}

interface DemoOptions {
  /** The folder of a paused demo; absent for a new one. */
  readonly home?: string;
  /** Data of a new demo; `none` by default, for speed. */
  readonly data?: 'business' | 'none';
}

/** Starts a demo on a free port and returns when it is ready. */
export async function startDemo({ home: former, data }: DemoOptions = {}): Promise<RunningDemo> {
  const home = former ?? (await mkdtemp(join(tmpdir(), 'gpulease-e2e-')));
  const child = spawn(process.execPath, ['local/src/demo/main.ts'], {
    cwd: repository,
    env: {
      GPULEASE_DEMO_DATA: 'none',
      ...process.env,
      ...(data && { GPULEASE_DEMO_DATA: data }),
      GPULEASE_HOME: home,
      PORT: String(await findFreePort()),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilReady(child, join(home, 'demo.json'));
  return {
    home,
    pause: () => stopProcess(child),
    stop: async () => {
      await stopProcess(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, factsFile: string): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (!existsSync(factsFile)) {
    if (child.exitCode !== null)
      throw new Error(`The demo ended with exit code ${child.exitCode} before it was ready`);
    if (Date.now() > deadline) throw new Error('The demo was not ready within 15 minutes');
    await delay(250);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolveEnded) => child.once('exit', resolveEnded));
  child.kill('SIGTERM');
  await ended;
}
