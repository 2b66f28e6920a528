import type { Workload } from '@gpulease/contract/workloads';
import { expect, test } from '@playwright/test';
import { demoFacts, startDemo } from './support/demo.ts';
import { startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

function signedIn(home: string): Promise<RestSession> {
  const { url, demo } = demoFacts(home);
  return RestSession.user(demo, url);
}

test('a stopped demo restarts with its machines, and the time between costs nothing', async () => {
  const before = await startDemo();
  await startMachine(await signedIn(before.home), 'box');
  await before.pause();
  const pausedAt = Date.now();
  const after = await startDemo({ home: before.home });
  try {
    const customer = await signedIn(after.home);
    // The worker records the end with a delay, and the machine may be running again by then.
    const firstRunEnd = async () => {
      const { body } = await customer.get<Workload>('/workloads/box');
      return Date.parse(body.runs.at(-1)?.stoppedAt ?? '');
    };
    await expect.poll(firstRunEnd).toBeLessThanOrEqual(pausedAt);
  } finally {
    await after.stop();
  }
});
