import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessSpec } from './child.ts';
import { parseIdentity, reclaim } from './pid-files.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';
import { restartDelay, Supervisor } from './supervisor.ts';

let home: string;
let supervisor: Supervisor;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gpulease-supervisor-'));
  supervisor = new Supervisor({ home });
});

afterEach(async () => {
  await supervisor.stopAll();
  rmSync(home, { recursive: true, force: true });
});

function shell(name: string, script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return { name, command: '/bin/sh', args: ['-c', script], ...more };
}

function noted(name: string): ProcessIdentity | undefined {
  const file = join(home, 'run', `${name}.pid`);
  return existsSync(file) ? parseIdentity(readFileSync(file, 'utf8')) : undefined;
}

async function until<T>(read: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    await delay(20);
  }
}

describe('starting', () => {
  it('completes only when the process is ready', async () => {
    const flag = join(home, 'ready');
    await supervisor.start(
      shell('slow', `touch ${flag}; sleep 60`, { isReady: () => Promise.resolve(existsSync(flag)) }),
    );
    expect(existsSync(flag)).toBe(true);
  });

  it('fails with the end of the log when the process ends before it is ready', async () => {
    const spec = shell('broken', 'echo the disk is full; exit 3', { isReady: () => Promise.resolve(false) });
    await expect(supervisor.start(spec)).rejects.toThrow(/exit code 3[^]*the disk is full/);
  });

  it('fails for a program that does not exist', async () => {
    const spec = {
      name: 'none',
      command: '/no/such/program',
      args: [],
      isReady: () => Promise.resolve(false),
    };
    await expect(supervisor.start(spec)).rejects.toThrow('ENOENT');
  });
});

describe('a killed process', () => {
  it('is restarted', async () => {
    await supervisor.start(shell('operator', 'sleep 60', { restart: true }));
    const first = noted('operator');
    process.kill(first!.pid, 'SIGKILL');
    const second = await until(() => {
      const now = noted('operator');
      return now && now.pid !== first!.pid && now;
    });
    expect(isRunning(second)).toBe(true);
  });

  it('stays down if it was stopped deliberately', async () => {
    await supervisor.start(shell('operator', 'sleep 60', { restart: true }));
    const first = noted('operator');
    await supervisor.stop('operator', 'SIGKILL');
    expect(isRunning(first!)).toBe(false);
    expect(noted('operator')).toBeUndefined();
  });
});

it('stops processes in reverse order of start', async () => {
  const order = join(home, 'order');
  const note = (name: string): string =>
    `trap 'echo ${name} >> ${order}; exit' TERM; touch ${home}/${name}; while :; do sleep 0.05; done`;
  for (const name of ['etcd', 'apiserver']) {
    await supervisor.start(
      shell(name, note(name), { isReady: () => Promise.resolve(existsSync(join(home, name))) }),
    );
  }
  await supervisor.stopAll();
  expect(readFileSync(order, 'utf8')).toBe('apiserver\netcd\n');
});

describe('cleaning up after a killed start', () => {
  it('ends the processes left running', async () => {
    await supervisor.start(shell('etcd', 'sleep 60'));
    const left = noted('etcd');
    expect(await reclaim(join(home, 'run'))).toEqual(['etcd']);
    expect(isRunning(left!)).toBe(false);
  });

  it('spares a process that reused the PID', async () => {
    await supervisor.start(shell('other', 'sleep 60'));
    const other = noted('other')!;
    writeFileSync(join(home, 'run', 'other.pid'), JSON.stringify({ pid: other.pid, startTime: 'long ago' }));
    expect(await reclaim(join(home, 'run'))).toEqual([]);
    expect(identify(other.pid)).toEqual(other);
  });

  it('tolerates a truncated pid file', () => {
    expect(parseIdentity('{"pid": 1')).toBeUndefined();
  });
});

it('doubles the restart delay with each consecutive failure, up to 30 s', () => {
  expect([0, 1, 2, 6, 20].map(restartDelay)).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
});
