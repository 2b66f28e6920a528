import { expect, test, type Page } from '@playwright/test';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import { fill } from '../support/forms.ts';
import {
  chooseAction,
  destroyMachines,
  inMinutes,
  lonelyNode,
  lonelyNodePath,
  pressAndConfirm,
  showInDocs,
  startLonelyMachine,
  takenOnRequest,
  typedMinute,
} from '../support/journeys.ts';
import { kubectl } from '../support/kubectl.ts';
import { untilStatus } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';
import { addSecondNode, removeSecondNode, secondNode } from '../support/second-node.ts';

takenOnRequest();

const WHY = '更换电源';
/** From the plan to its notice, in which a renter reads of it and goes elsewhere, and from the notice to the stop. */
const [NOTICE_MINUTES, START_MINUTES] = [2, 8];
const WINDOW = { timeout: (START_MINUTES + 3) * 60_000 };

test('a renter goes out of the way of planned maintenance, another is stopped by it and started when it ends', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_500_000);
  const [early, late] = [`early-${Date.now()}`, `late-${Date.now()}`];
  const operator = await browser.newPage();
  const session = await RestSession.user();
  try {
    await startLonelyMachine(early);
    await startLonelyMachine(late);
    await addSecondNode();

    await enter(operator, 'admin', 'zh');
    await test.step('the operator plans it, and is told whom it concerns', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}?tab=maintenance`);
      await operator.getByRole('button', { name: '计划维护', exact: true }).click();
      const dialog = operator.getByRole('dialog');
      await expect(dialog).toContainText('将停止 2 个实例。');
      await fill(operator, {
        startTime: typedMinute(inMinutes(START_MINUTES)),
        endTime: typedMinute(inMinutes(120)),
        reason: WHY,
        noticeSeconds: String(NOTICE_MINUTES),
      });
      await dialog.getByRole('button', { name: '计划维护', exact: true }).click();
      await expect(operator.getByText('节点更新成功')).toBeVisible();
      await expect(operator.getByRole('tabpanel')).toContainText(WHY);
    });

    await enter(page, 'user', 'zh');
    await test.step('a renter reads of it, stops sooner, and goes on elsewhere', async () => {
      await page.goto(`${demoFacts().url}/workloads/${early}`);
      await expect(page.getByText(new RegExp(`所在节点计划维护（${WHY}）：实例将于`))).toBeVisible();
      await showInDocs(page, 'planned-maintenance');
      await pressAndConfirm(page, '停止');
      await untilStatus(session, early, 'STOPPED');
      await pressAndConfirm(page, '启动');
      const { body } = await untilStatus(session, early, 'RUNNING');
      expect(body.node).toBe(secondNode);
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${late} 所在节点计划维护`)).toBeVisible();
    });

    await test.step('the other is warned once more, and stopped when it begins', async () => {
      await page.goto(`${demoFacts().url}/workloads/${late}`);
      await expect(page.getByRole('heading', { name: /节点即将维护，实例将停止/ })).toBeVisible(WINDOW);
      await expect(
        page.getByRole('heading', { name: new RegExp(`节点维护，实例已停止。原因：${WHY}`) }),
      ).toBeVisible(WINDOW);
      await untilStatus(session, late, 'STOPPED');
      await page.getByRole('tab', { name: '费用', exact: true }).click();
      await expect(page.getByRole('grid', { name: '运行记录' })).toContainText('节点维护');
    });

    await test.step('the operator ends it early, and starts what it has stopped', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}`);
      await expect(operator.getByText('有 1 个实例因该节点维护而停止，尚未重新启动。').first()).toBeVisible();
      await endMaintenance(operator);
      await startAll(operator);
      await untilStatus(session, late, 'RUNNING');
      await expect(operator.getByText(/因该节点维护而停止/)).toBeHidden();
    });

    await test.step('its renter sees it run, and who has started it', async () => {
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`管理员启动了实例 ${late}`)).toBeVisible();
      expect((await untilStatus(session, early, 'RUNNING')).body.runs).toHaveLength(2);
    });
  } finally {
    await kubectl([
      ...['patch', 'computenodes.gpulease.dev', lonelyNode, '--type=merge'],
      ...['--patch', JSON.stringify({ spec: { state: 'Active', maintenance: null } })],
    ]);
    await destroyMachines(early, late);
    await removeSecondNode();
    await operator.close();
  }
});

/** With the wish to start afterwards what it has stopped. */
async function endMaintenance(page: Page): Promise<void> {
  await chooseAction(page, lonelyNode, '结束维护');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: '随后全部启动（需填写原因）' }).check();
  await dialog.getByRole('button', { name: '结束维护', exact: true }).click();
}

async function startAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '启动 1 个实例？' });
  await dialog.getByLabel(/^原因/).fill('维护已结束。');
  await dialog.getByRole('button', { name: '启动', exact: true }).click();
  await expect(page.getByText('启动：已受理 1 个，失败 0 个')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click();
}
