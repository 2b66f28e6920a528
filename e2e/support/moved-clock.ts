import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { kill } from 'node:process';
import { findFreePort } from '@gpulease/local/ports';
import { expect } from '@playwright/test';
import { demoHome, processId } from './demo.ts';
import { eventually } from './wait.ts';

const operator = resolve(import.meta.dirname, '../../operator/src');

/**
 * Lets a journey move the clock on which the operator bases its decisions. Meanwhile the demo's own operator is paused, and the
 * same program replaces it; each move restarts that program. The clocks of the cluster and of billing stay unchanged.
 */
export async function withMovedClock(
  journey: (moveTo: (time: Date) => Promise<void>) => Promise<void>,
): Promise<void> {
  const own = await processId('operator');
  let moved: ChildProcess | undefined;
  kill(own, 'SIGSTOP');
  try {
    await journey(async (time) => {
      await stop(moved);
      moved = await startOperator(time.getTime() - Date.now());
    });
  } finally {
    await stop(moved);
    // The demo restarts it, and it takes the lease.
    kill(own, 'SIGKILL');
  }
}

/** Returns once the operator is ready to lead, which it does once its predecessor's lease has expired or was released. */
async function startOperator(aheadMs: number): Promise<ChildProcess> {
  const { nodePorts } = JSON.parse(await readFile(join(demoHome(), 'ports.json'), 'utf8')) as {
    nodePorts: { first: number; last: number };
  };
  const port = await findFreePort();
  const [clock, main] = [join(operator, 'testing/clock-ahead.ts'), join(operator, 'main.ts')];
  const child = spawn(process.execPath, ['--import', clock, main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      KUBECONFIG: join(demoHome(), 'kubeconfigs/gpulease-operator.yaml'),
      METRICS_PORT: String(port),
      NODE_PORT_RANGE: `${nodePorts.first}-${nodePorts.last}`,
      CLOCK_AHEAD_MS: String(aheadMs),
    },
  });
  await eventually(
    () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined),
    (answer) => expect(answer?.ok).toBe(true),
  );
  return child;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  const isRunning = child?.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
