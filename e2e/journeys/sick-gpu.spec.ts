import { expect, test, type Page } from '@playwright/test';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import {
  chooseAction,
  destroyMachines,
  lonelyNode,
  lonelyNodePath,
  lonelyOffer,
  newName,
  pressAndConfirm,
  showInDocs,
  startLonelyMachine,
  takenOnRequest,
} from '../support/journeys.ts';
import { kubectl, kubectlGet } from '../support/kubectl.ts';
import { untilStatus } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';
import { eventually } from '../support/wait.ts';

takenOnRequest();

/** Checks are at least a minute apart. */
const CHECKED = { timeout: 240_000 };

/** A machine is monitored from its fourth minute on; errors are queried once a minute, soon after their measurement. */
const SUSPECTED = { timeout: 480_000 };

const brokenGpus = 'simulation.gpulease.dev/broken-gpus';
const patchRegion = (gpuCheck: object | null) =>
  kubectl([
    ...['patch', 'regions.gpulease.dev', lonelyOffer.region, '--type=merge'],
    ...['--patch', JSON.stringify({ spec: { gpuCheck } })],
  ]);

test('a GPU that a customer reports fails its check, is repaired, passes and is sold again', async ({
  page,
  browser,
}) => {
  const name = newName('sick');
  const machine = `${demoFacts().demo.username}/${name}`;
  const operator = await browser.newPage();
  await patchRegion({ policy: 'AfterEachCustomer', image: 'registry.example.com/gpu-check:1' });
  try {
    await startLonelyMachine(name);
    const gpu = await gpuOf(name);
    await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}=${gpu}`]);

    await test.step('the customer reports what the driver logs', async () => {
      await enter(page, 'user', 'zh');
      await page.goto(`${demoFacts().url}/workloads/${name}`);
      await report(page, name, 'NVRM: Xid (PCI:0000:00:06): 79, GPU has fallen off the bus.');
    });

    await enter(operator, 'admin', 'zh');
    await test.step('the operator reads the report on the overview', async () => {
      await operator.getByRole('link', { name: /条 GPU 故障上报待处理/ }).click();
      const row = operator.getByRole('row').filter({ hasText: machine });
      await expect(row).toContainText('Xid');
      await expect(row).toContainText(lonelyNode);
    });

    await test.step('once the machine is stopped, the GPU fails the check, which confirms the report, and is taken off sale', async () => {
      await stop(page, name);
      await operator.goto(`${demoFacts().url}${lonelyNodePath}?tab=quarantine`);
      await expect(operator.getByRole('row').filter({ hasText: gpu })).toContainText(
        '未通过 GPU 检测',
        CHECKED,
      );
      await showInDocs(operator, 'sick-gpu');
      await openTab(operator, '概览');
      await expect(operator.getByText(/l40s \d\/4 · 1 张已隔离/)).toBeVisible();
      await openTab(operator, 'GPU 设备');
      const row = operator.getByRole('row').filter({ hasText: gpu });
      await expect(row).toContainText('已隔离');
      await expect(row).toContainText(/GPU-[-0-9a-f]{36}/);
      await expect(row).toContainText(/未通过检测：.*ECC/);
      await operator.goto(`${demoFacts().url}/admin/gpu-reports`);
      await expect(operator.getByRole('row').filter({ hasText: machine })).toContainText(
        '经检测证实',
        CHECKED,
      );
    });

    await test.step('once it is repaired, it passes the check and is sold again', async () => {
      await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}-`]);
      await operator.goto(`${demoFacts().url}${lonelyNodePath}`);
      await repair(operator, gpu);
      await openTab(operator, 'GPU 设备');
      await expect(operator.getByRole('row').filter({ hasText: gpu })).toContainText(
        /[^未]通过检测/,
        CHECKED,
      );
      await openTab(operator, '概览');
      await expect(operator.getByText(/l40s \d\/4$/)).toBeVisible();
      await operator.goto(`${demoFacts().url}/admin/gpu-reports`);
      await answer(operator, { machine, as: '已修复', words: '已更换 GPU。' });
    });

    await test.step('the customer reads the answers', async () => {
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${name} 的 GPU 故障已由检测证实`)).toBeVisible();
      await expect(page.getByText(`实例 ${name} 上报的 GPU 已修复`)).toBeVisible();
      await expect(page.getByText('客服回复：已更换 GPU。')).toBeVisible();
    });
  } finally {
    await patchRegion(null);
    await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}-`]);
    await destroyMachines(name);
    await operator.close();
  }
});

test('a GPU with a fatal Xid in a machine is checked once the machine is gone, and repaired', async ({
  page,
}) => {
  test.setTimeout(1_200_000);
  const name = newName('xid');
  await patchRegion({ policy: 'AfterFaults', image: 'registry.example.com/gpu-check:1' });
  try {
    await startLonelyMachine(name);
    const gpu = await gpuOf(name);
    await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}=${gpu}`]);

    await enter(page, 'admin', 'zh');
    await test.step('the page of the node names the machine and its Xid', async () => {
      await page.goto(`${demoFacts().url}${lonelyNodePath}`);
      await expect(tileOf(page, gpu)).toContainText(name);
      await expect(page.getByText(new RegExp(`实例 ${name} 的驱动于 .* 记录 Xid 79`))).toBeVisible(SUSPECTED);
      await openTab(page, 'GPU 设备');
      const row = page.getByRole('row').filter({ hasText: gpu });
      await expect(row).toContainText(`疑似故障：${demoFacts().demo.username}/${name} 的驱动记录 Xid 79`);
    });

    await test.step('once it is destroyed, the GPU fails the check and is taken off sale', async () => {
      await destroyMachines(name);
      await openTab(page, '隔离');
      const row = page.getByRole('row').filter({ hasText: gpu });
      await expect(row).toContainText('未通过 GPU 检测', CHECKED);
      await openTab(page, '概览');
      await expect(tileOf(page, gpu)).toContainText('已隔离');
    });

    await test.step('once it is repaired, it passes the check', async () => {
      await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}-`]);
      await repair(page, gpu);
      await openTab(page, 'GPU 设备');
      await expect(page.getByRole('row').filter({ hasText: gpu })).toContainText(/[^未]通过检测/, CHECKED);
      await openTab(page, '概览');
      await expect(tileOf(page, gpu)).toContainText('空闲');
    });
  } finally {
    await patchRegion(null);
    await kubectl(['annotate', 'node', lonelyNode, `${brokenGpus}-`]);
    await destroyMachines(name);
  }
});

interface Devices {
  status?: { devices?: { id: string; workload?: string }[] };
}

/** Returns the PCI address of the machine's GPU. */
async function gpuOf(name: string): Promise<string> {
  const find = async () => {
    const { status } = await kubectlGet<Devices>(['computenodes.gpulease.dev', lonelyNode]);
    return status?.devices?.find(({ workload }) => workload?.endsWith(`/${name}`))?.id ?? '';
  };
  return eventually(find, (id) => expect(id).not.toBe(''));
}

async function report(page: Page, name: string, details: string): Promise<void> {
  await chooseAction(page, name, '上报 GPU 故障');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^报错/ }).check();
  await dialog.getByLabel('详细描述').fill(details);
  await dialog.getByRole('button', { name: '上报', exact: true }).click();
  await expect(page.getByText('已上报，处理结果将通过通知告知您。')).toBeVisible();
}

async function stop(page: Page, name: string): Promise<void> {
  await pressAndConfirm(page, '停止');
  await untilStatus(await RestSession.user(), name, 'STOPPED');
}

async function answer(
  page: Page,
  { machine, as, words }: { machine: string; as: string; words: string },
): Promise<void> {
  await chooseAction(page, machine, as);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^答复/).fill(words);
  await dialog.getByRole('button', { name: as, exact: true }).click();
  await expect(page.getByText('已通知用户。')).toBeVisible();
}

/** Returns the tile of a GPU on the page of its node. */
const tileOf = (page: Page, gpu: string) =>
  page.getByRole('list', { name: 'GPU 设备' }).getByRole('listitem').filter({ hasText: gpu });

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function repair(page: Page, gpu: string): Promise<void> {
  await openTab(page, '隔离');
  const row = page.getByRole('row').filter({ hasText: gpu });
  await row.getByRole('button', { name: '已修复' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^修复说明/).fill('已更换 GPU');
  await dialog.getByRole('button', { name: '已修复', exact: true }).click();
  await expect(page.getByText('该节点没有隔离的 GPU。')).toBeVisible();
}
