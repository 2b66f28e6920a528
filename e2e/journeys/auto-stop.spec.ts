import { kill } from 'node:process';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, test, type Page } from '@playwright/test';
import { enter } from '../support/console.ts';
import { demoFacts, processId } from '../support/demo.ts';
import { input } from '../support/forms.ts';
import {
  destroyMachines,
  inMinutes,
  keepBusy,
  namespaceOf,
  pressAndConfirm,
  showInDocs,
  startLonelyMachine,
  takenOnRequest,
  typedMinute,
} from '../support/journeys.ts';
import { kubectl, kubectlGet } from '../support/kubectl.ts';
import { untilStatus } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';

takenOnRequest();

const HOUR_MS = 3_600_000;
/** The time that was set comes, and the machine shuts down. */
const STOPPED = { timeout: 300_000 };
/** Measures are collected, the operator looks at them once a minute, and what counted before counts for three. */
const SEEN_IDLE = { timeout: 420_000 };

test('a machine stops at the time that its renter has set, and starts again when told to', async ({
  page,
}) => {
  const name = `timed-${Date.now()}`;
  const warning = page.getByRole('heading', { name: /即将按定时停止的设置停止/ });
  try {
    await startLonelyMachine(name);
    await enter(page, 'user', 'zh');
    await page.goto(`${demoFacts().url}/workloads/${name}`);

    await test.step('its renter sets a time that is near, and is warned', async () => {
      await stopAt(page, inMinutes(10));
      await expect(warning).toBeVisible();
      await showInDocs(page, 'auto-stop');
    });

    await test.step('its renter puts the stop off for an hour', async () => {
      const before = await autoStopOf(name);
      await page.getByRole('button', { name: '延长 1 小时' }).click();
      await expect(page.getByText(new RegExp(`实例 ${name} 改为 .+ 停止。`))).toBeVisible();
      await expect(warning).toBeHidden();
      expect(await autoStopOf(name)).toBe(before + HOUR_MS);
      await expect(page.getByRole('definition').filter({ hasText: /^将于 .+ 停止/ })).toBeVisible();
    });

    await test.step('its renter sets another time, and the machine stops by itself', async () => {
      await stopAt(page, inMinutes(3));
      await expect(page.getByRole('heading', { name: /定时停止的时间已到，实例已停止/ })).toBeVisible(
        STOPPED,
      );
      await expectEndOfRun(page, '定时停止');
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${name} 即将定时停止`).first()).toBeVisible();
    });

    await test.step('it starts when its renter says so, and that time does not stop it any more', async () => {
      await page.goto(`${demoFacts().url}/workloads/${name}`);
      await pressAndConfirm(page, '启动');
      await untilStatus(await RestSession.user(), name, 'RUNNING');
      await expect(page.getByText(/^不自动停止（设置的 .+ 已过）$/)).toBeVisible();
    });
  } finally {
    await destroyMachines(name);
  }
});

test('a machine whose GPUs do nothing is stopped, and says why', async ({ page }) => {
  const name = `idle-${Date.now()}`;
  let namespace = '';
  try {
    await startLonelyMachine(name);
    namespace = await namespaceOf(name);
    await keepBusy(namespace, 'Idle');
    await enter(page, 'user', 'zh');
    await page.goto(`${demoFacts().url}/workloads/${name}`);

    await test.step('its renter has it stopped when idle, and sees when that would be', async () => {
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

const stopAt = (page: Page, time: Date) =>
  setAutoStop(page, '在指定时间停止一次', () => input(page, 'autoStop.at').fill(typedMinute(time)));

async function setAutoStop(page: Page, kind: string, choose: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: '编辑定时启停' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  await choose();
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function autoStopOf(name: string): Promise<number> {
  const { body } = await (await RestSession.user()).get<Workload>(`/workloads/${name}`);
  return Date.parse(body.autoStopAt ?? '');
}

async function expectEndOfRun(page: Page, reason: string): Promise<void> {
  await page.getByRole('tab', { name: '费用', exact: true }).click();
  await expect(page.getByRole('grid', { name: '运行记录' })).toContainText(reason);
}

interface Passing {
  readonly name: string;
  readonly namespace: string;
  readonly minutes: number;
}

interface Scheduled {
  readonly status: { readonly schedule: object };
}

/**
 * Has the machine be idle for so many minutes already. Since when it is idle, the operator writes into its status, and the next
 * operator goes on from there: that is how the time passes here.
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

/** Nobody else may write the status of a Workload. */
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
