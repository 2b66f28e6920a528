import { randomUUID } from 'node:crypto';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, test } from '@playwright/test';
import { processId } from './support/demo.ts';
import { kubectlGet } from './support/kubectl.ts';
import { dearOffer, deductions, newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { eventually } from './support/wait.ts';

interface VirtualMachineList {
  items: { metadata: { name: string; labels?: Record<string, string> } }[];
}

test.describe.configure({ mode: 'serial' });

/** How long the API server is down: the fault itself, not a wait for something. */
const awayMs = 60_000;

/** Kills a part with SIGKILL and returns once its supervisor has started it again. */
async function killAndAwaitRestart(part: string): Promise<void> {
  const pid = await processId(part);
  kill(pid, 'SIGKILL');
  await eventually(
    () => processId(part).catch(() => pid),
    (now) => expect(now).not.toBe(pid),
  );
}

function fen(yuan: string): number {
  return Math.round(Number(yuan) * 100);
}

for (const part of ['operator', 'worker', 'bff']) {
  test(`the walk ends the same, charged once, when the ${part} is killed in the middle`, async () => {
    const name = `killed-${part}-${randomUUID().slice(0, 8)}`;
    let session = await RestSession.user();
    await recharge(session, '60.00');
    const order = await session.post<Workload>(
      '/workloads',
      await orderBody(session, name, newSshKey().publicKey, dearOffer),
    );
    expect(order.status).toBe(201);
    await killAndAwaitRestart(part);
    if (part === 'bff')
      session = await eventually(
        () => RestSession.user(),
        () => undefined,
      );
    await untilStatus(session, name, 'RUNNING');
    await killAndAwaitRestart(part);
    session = await eventually(
      () => RestSession.user(),
      () => undefined,
    );

    const stopped = await eventually(
      () => session.post(`/workloads/${name}/stop`, {}),
      (answer) => expect(answer.status).toBe(202),
    );
    expect(stopped.status).toBe(202);
    await untilStatus(session, name, 'STOPPED');
    // The machine may be off before billing, which was just killed, has recorded and charged its run.
    await eventually(
      async () => ({
        workload: (await session.get<Workload>(`/workloads/${name}`)).body,
        records: await deductions(session, name),
      }),
      ({ workload, records }) => {
        expect(workload.runs.map(({ stoppedAt }) => stoppedAt)).toEqual([expect.any(String)]);
        expect(records.length).toBeGreaterThan(0);
        expect(records.reduce((sum, { amount }) => sum + fen(amount), 0)).toBe(fen(workload.cost.total));
      },
    );

    const machines = await kubectlGet<VirtualMachineList>(['virtualmachines.kubevirt.io', '-A']);
    expect(
      machines.items.filter((machine) => machine.metadata.labels?.['gpulease.dev/workload'] === name),
    ).toHaveLength(1);
    expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
    await untilStatus(session, name, 'DESTROYED');
  });
}

test('everything recovers by itself after the API server was down', async () => {
  const session = await RestSession.user();
  await recharge(session, '20.00');
  const name = 'api-server-away';
  const body = await orderBody(session, name, newSshKey().publicKey);
  const away = await processId('kube-apiserver');
  kill(away, 'SIGSTOP');
  const order = session.post<Workload>('/workloads', body);
  await delay(awayMs);
  kill(away, 'SIGCONT');
  expect((await order).status).toBe(201);
  await untilStatus(session, name, 'RUNNING');
  expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
  await untilStatus(session, name, 'DESTROYED');
});
