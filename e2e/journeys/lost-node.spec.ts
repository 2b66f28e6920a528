import type { Workload } from '@gpulease/contract/workloads';
import { expect, test, type Page } from '@playwright/test';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import { fill } from '../support/forms.ts';
import {
  destroyMachines,
  inMinutes,
  lonelyNode,
  lonelyNodePath,
  newName,
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
import { eventually } from '../support/wait.ts';

takenOnRequest();

const FAULTS = 'simulation.gpulease.dev/faults';
/** Taint by which an administrator confirms that a node is off. */
const FENCE = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';
/** A machine counts as lost after its node has been unresponsive for ten minutes. */
const GIVEN_UP = { timeout: 720_000 };

test('of two machines on a lost node, one starts elsewhere and the other waits, with a date for its renter', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_800_000);
  const [moves, waits] = [newName('moves'), newName('waits')];
  const operator = await browser.newPage();
  const session = await RestSession.user();
  const openMachine = (name: string) => page.goto(`${demoFacts().url}/workloads/${name}`);
  try {
    await startLonelyMachine(moves, { onNodeLoss: 'MOVE_IF_POSSIBLE' });
    await startLonelyMachine(waits);
    await addSecondNode();
    await kubectl(['annotate', 'node', lonelyNode, `${FAULTS}=NodeLost`]);

    await enter(page, 'user', 'zh');
    await test.step('their renter sees that the node is unresponsive, and then that the machines are lost', async () => {
      await openMachine(waits);
      await expect(page.getByRole('heading', { name: /实例所在的节点没有响应/ })).toBeVisible();
      await expect(page.getByRole('heading', { name: /实例所在的节点发生故障。$/ })).toBeVisible(GIVEN_UP);
      await openMachine(moves);
      await expect(page.getByRole('heading', { name: /会从原有磁盘在其他节点自动启动/ })).toBeVisible();
    });

    await enter(operator, 'admin', 'zh');
    await test.step('the operator enters when it is expected back, which the renter sees', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}`);
      await expectBack(operator, inMinutes(180));
      await openMachine(waits);
      await expect(page.getByText(/^节点预计于 .+ 恢复，届时可重新启动实例。$/)).toBeVisible();
      await showInDocs(page, 'lost-node');
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${waits} 所在节点的预计恢复时间`)).toBeVisible();
      await expect(page.getByText(`实例 ${moves} 所在节点的预计恢复时间`)).toBeHidden();
    });

    await test.step('once the operator confirms that the node is off, one machine starts elsewhere', async () => {
      await operator.goto(`${demoFacts().url}${lonelyNodePath}`);
      await expect(
        operator.getByText(`kubectl taint nodes ${lonelyNode} ${FENCE}`, { exact: true }),
      ).toBeVisible();
      await kubectl(['taint', 'nodes', lonelyNode, FENCE]);
      const { body } = await untilStatus(session, moves, 'RUNNING');
      expect(body.node).toBe(secondNode);
      await openMachine(moves);
      await page.getByRole('tab', { name: '费用', exact: true }).click();
      const runs = page.getByRole('grid', { name: '运行记录' });
      await expect(runs).toContainText('节点故障');
      await expect(runs).toContainText('运行中');
    });

    await test.step('the other waits until the node is back and its renter starts it', async () => {
      await openMachine(waits);
      await expect(page.getByText(/^节点预计于 .+ 恢复，届时可重新启动实例。$/)).toBeVisible();
      await giveBack();
      await expect(page.getByText(/^节点预计于/)).toBeHidden();
      await pressAndConfirm(page, '启动');
      await untilStatus(session, waits, 'RUNNING');
      await eventually(
        () => session.get<Workload>(`/workloads/${waits}`),
        ({ body }) => expect(body.runs.map(({ endReason }) => endReason)).toEqual([null, 'NodeLost']),
      );
      expect((await untilStatus(session, moves, 'RUNNING')).body.node).toBe(secondNode);
    });
  } finally {
    await giveBack();
    await kubectl([
      ...['patch', 'computenodes.gpulease.dev', lonelyNode, '--type=merge'],
      ...['--patch', JSON.stringify({ spec: { expectedBackAt: null } })],
    ]);
    await destroyMachines(moves, waits);
    await removeSecondNode();
    await operator.close();
  }
});

async function giveBack(): Promise<void> {
  await kubectl(['annotate', 'node', lonelyNode, `${FAULTS}-`]);
  await kubectl(['taint', 'nodes', lonelyNode, `${FENCE}-`]);
}

/** Enters on the node's page when it is expected back. */
async function expectBack(page: Page, at: Date): Promise<void> {
  await page.getByRole('button', { name: '填写预计恢复时间' }).click();
  await fill(page, { expectedBackAt: typedMinute(at) });
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/节点没有响应，预计 .+ 恢复。等待该节点的用户已收到通知。/)).toBeVisible();
}
