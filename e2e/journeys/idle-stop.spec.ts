import { kill } from 'node:process';
import { expect, test } from '@playwright/test';
import { expectEndOfRun, openMachine, setAutoStop, STOPPED } from '../support/auto-stop.ts';
import { enter } from '../support/console.ts';
import { processId } from '../support/demo.ts';
import { input } from '../support/forms.ts';
import {
  destroyMachines,
  inMinutes,
  keepBusy,
  namespaceOf,
  newName,
  startLonelyMachine,
  takenOnRequest,
} from '../support/journeys.ts';
import { kubectl, kubectlGet } from '../support/kubectl.ts';

takenOnRequest();

/** Covers collection, the operator's evaluation once a minute, and earlier measurements that count for three minutes. */
const SEEN_IDLE = { timeout: 420_000 };

test('a machine with idle GPUs is stopped, and shows why', async ({ page }) => {
  const name = newName('idle');
  let namespace = '';
  try {
    await startLonelyMachine(name);
    namespace = await namespaceOf(name);
    await keepBusy(namespace, 'Idle');
    await enter(page, 'user', 'zh');
    await openMachine(page, name);

    await test.step('its renter sets it to stop when idle, and sees when that will be', async () => {
      await setAutoStop(page, 'GPU 空闲时停止', () => input(page, 'autoStop.minutes').fill('15'));
      await expect(page.getByText(/^GPU 使用率低于 5% 持续 15 分钟 · 将于 .+ 停止$/)).toBeVisible(SEEN_IDLE);
    });

    await test.step('its time is nearly over, and its renter is warned', async () => {
      await letIdleTimePass({ name, namespace, minutes: 13 });
      await expect(page.getByRole('heading', { name: /GPU 使用率低于 5%，如果继续空闲/ })).toBeVisible(
        STOPPED,
      );
      await expect(page.getByRole('button', { name: '延长 1 小时' })).toBeVisible();
    });

    await test.step('it is stopped', async () => {
      await expect(
        page.getByRole('heading', { name: /GPU 使用率低于 5% 已达 15 分钟，实例已停止/ }),
      ).toBeVisible(STOPPED);
      await expectEndOfRun(page, '空闲停止');
    });
  } finally {
    if (namespace !== '') await keepBusy(namespace, null);
    await destroyMachines(name);
  }
});

interface Passing {
  readonly name: string;
  readonly namespace: string;
  readonly minutes: number;
}

interface Scheduled {
  readonly status: { readonly schedule: object };
}

/**
 * Makes the machine appear idle for `minutes` already. The operator stores the start of idleness in the status, and the next
 * operator continues from there, which lets the test skip the wait.
 */
async function letIdleTimePass({ name, namespace, minutes }: Passing): Promise<void> {
  const idleSince = inMinutes(-minutes).toISOString();
  const operator = await processId('operator');
  kill(operator, 'SIGSTOP');
  try {
    const workload = ['workloads.gpulease.dev', name, '--namespace', namespace];
    const { status } = await kubectlGet<Scheduled>(workload);
    await writeAsOperator({ name, namespace }, { ...status, schedule: { ...status.schedule, idleSince } });
  } finally {
    kill(operator, 'SIGKILL');
  }
}

/** Writes a Workload's status as the operator's service account, because no other may. */
async function writeAsOperator(metadata: Omit<Passing, 'minutes'>, status: object): Promise<void> {
  const { code, stderr } = await kubectl(
    [
      ...['apply', '--server-side', '--force-conflicts', '--subresource=status', '--filename=-'],
      ...['--as=system:serviceaccount:gpulease-system:gpulease-operator'],
      '--field-manager=gpulease-operator',
    ],
    JSON.stringify({ apiVersion: 'gpulease.dev/v1alpha1', kind: 'Workload', metadata, status }),
  );
  if (code !== 0) throw new Error(stderr);
}
