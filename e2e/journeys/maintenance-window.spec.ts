import { expect, test } from '@playwright/test';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import { fill } from '../support/forms.ts';
import {
  chooseAction,
  destroyMachines,
  inMinutes,
  lonelyNode,
  lonelyNodePath,
  newName,
  onPhone,
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

/** The same in every language. */
const WHY = 'BIOS 2.4';
/** Minutes of notice before the stop, and from planning to the start, which leaves a renter time to move. */
const [NOTICE_MINUTES, START_MINUTES] = [2, 8];
const WINDOW = { timeout: (START_MINUTES + 3) * 60_000 };

test('a renter avoids planned maintenance, which stops another machine and restarts it when it ends', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_500_000);
  const [early, late] = [newName('early'), newName('late')];
  const operator = await browser.newPage();
  const session = await RestSession.user();
  try {
    await startLonelyMachine(early);
    await startLonelyMachine(late);
    await addSecondNode();

    await enter(operator, 'admin', 'zh');
    await test.step('the operator plans it and sees whom it affects', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}?tab=maintenance`);
      await operator.getByRole('button', { name: '计划维护', exact: true }).click();
      const dialog = operator.getByRole('dialog');
      await expect(dialog).toContainText('将停止 2 个实例。');
      await expect(dialog).toContainText('其中 2 个会在维护结束后自动启动。');
      await expect(dialog.getByRole('checkbox', { name: '结束后自动启动被停止的实例' })).toBeChecked();
      await fill(operator, {
        startTime: typedMinute(inMinutes(START_MINUTES)),
        endTime: typedMinute(inMinutes(120)),
        reason: WHY,
        noticeSeconds: String(NOTICE_MINUTES),
      });
      await dialog.getByRole('button', { name: '计划维护', exact: true }).click();
      await expect(operator.getByText('节点更新成功')).toBeVisible();
      await expect(operator.getByRole('tabpanel')).toContainText(WHY);
      for (const name of [early, late])
        await expect(operator.getByRole('row').filter({ hasText: name })).toContainText(
          '停止，维护结束后自动启动',
        );
    });

    await enter(page, 'user', 'zh');
    await test.step('a renter reads about it, stops earlier and continues elsewhere', async () => {
      await page.goto(`${demoFacts().url}/workloads/${early}`);
      await expect(page.getByText(new RegExp(`所在节点计划维护（${WHY}）：实例将于`))).toBeVisible();
      const line = page.getByRole('link', { name: /^您有 2 个实例将因节点计划维护停止，最早于/ });
      await onPhone(page, () => expect(line).toBeInViewport({ ratio: 1 }));
      await showInDocs(page, 'planned-maintenance');
      await page.getByRole('button', { name: '现在停止', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '停止', exact: true }).click();
      await untilStatus(session, early, 'STOPPED');
      await pressAndConfirm(page, '启动');
      const { body } = await untilStatus(session, early, 'RUNNING');
      expect(body.node).toBe(secondNode);
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${late} 所在节点计划维护`)).toBeVisible();
    });

    await test.step('the other renter is warned again, and the machine is stopped when it begins', async () => {
      await page.goto(`${demoFacts().url}/workloads/${late}`);
      await expect(page.getByRole('heading', { name: /节点即将维护，实例将停止/ })).toBeVisible(WINDOW);
      await expect(
        page.getByRole('heading', { name: new RegExp(`节点维护，实例已停止。原因：${WHY}`) }),
      ).toBeVisible(WINDOW);
      await untilStatus(session, late, 'STOPPED');
      await expect(
        page.getByText(/^维护预计于 .+ 结束，结束后余额充足时按当时价格自动启动。$/),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: `实例 ${late} 因节点维护已停止` })).toBeVisible();
      await page.getByRole('tab', { name: '费用', exact: true }).click();
      await expect(page.getByRole('grid', { name: '运行记录' })).toContainText('节点维护');
    });

    await test.step('the operator sees its progress and ends it early, which restarts the stopped machine', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}?tab=maintenance`);
      await expect(operator.getByRole('progressbar', { name: '已停止的实例' })).toHaveAttribute(
        'aria-valuetext',
        '1 / 1',
      );
      await expect(operator.getByText('其中 1 个将在维护结束后自动启动。')).toBeVisible();
      await chooseAction(operator, lonelyNode, '结束维护');
      const dialog = operator.getByRole('dialog');
      await dialog.getByRole('button', { name: '结束维护', exact: true }).click();
      await untilStatus(session, late, 'RUNNING');
    });

    await test.step('its renter sees it run and is notified of its cost', async () => {
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${late} 已启动`)).toBeVisible();
      await expect(page.getByRole('link', { name: `实例 ${late} 因节点维护已停止` })).toBeHidden();
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
