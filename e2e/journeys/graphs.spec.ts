import { expect, test, type Locator, type Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import {
  destroyMachines,
  keepBusy,
  namespaceOf,
  newName,
  onPhone,
  showInDocs,
  startLonelyMachine,
  takenOnRequest,
} from '../support/journeys.ts';
import { words } from '../support/words.ts';

takenOnRequest();

/** The demo measures every ten seconds, and the page polls every thirty. */
const MEASURED = { timeout: 180_000 };
/** The ranking covers whole steps of five minutes without the last minute, and the page polls once a minute. */
const RANKED = { timeout: 480_000 };

/** The graphs of a machine with one GPU, each with its number of lines and the current value of one. */
const graphs: readonly [title: string, lines: number, now: RegExp][] = [
  ['GPU 利用率', 1, /GPU 0\s+[1-9][\d.]*%/],
  ['显存', 1, /GPU 0\s+[\d.]+\s[MG]iB \/ [\d.]+\sGiB/],
  ['GPU 频率', 1, /GPU 0\s+[\d,.]+\sMHz/],
  ['GPU PCIe 流量', 2, /接收\s+[\d.]+\s[KMG]?i?B\/s\s*发送\s+[\d.]+\s[KMG]?i?B\/s/],
  ['CPU 利用率', 1, /已用\s+[1-9][\d.]*%/],
  ['内存', 1, /已用\s+[\d.]+\s[MG]iB \/ [\d.]+\sGiB/],
  ['网络', 2, /接收\s+[\d.]+\s[KM]iB\/s\s*发送\s+[\d.]+\s[KM]iB\/s/],
  ['磁盘', 2, /读取\s+[\d.]+\s[KM]iB\/s\s*写入\s+[\d.]+\s[KM]iB\/s/],
  ['磁盘 IOPS', 2, /读取\s+[\d,.]+\/s\s*写入\s+[\d,.]+\/s/],
  ['磁盘空间', 1, /已用\s+[\d.]+\s[MG]iB \/ [\d.]+\sGiB/],
];

const ranges = [
  ['24 小时', '24h'],
  ['7 天', '7d'],
  ['30 天', '30d'],
] as const;

const fleetUse = 'GPU 使用趋势';
/** Steps of a day's graph, and of its last hour's. */
const [COARSE_MS, FINE_MS] = [600_000, 30_000];

test('the usage of a machine is shown to its renter in graphs and gauges, and to the operator beside all others', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_200_000);
  const name = newName('busy');
  const operator = await browser.newPage();
  let namespace = '';
  try {
    await startLonelyMachine(name);
    namespace = await namespaceOf(name);
    await keepBusy(namespace, 'Training');
    await enter(page, 'user', 'zh');

    await test.step('each graph has its lines', async () => {
      await openMonitoring(page, name);
      for (const [title, lines, now] of graphs) {
        await expect(linesIn(page, title)).toHaveCount(lines, MEASURED);
        await expect(card(page, title)).toContainText(now, MEASURED);
      }
    });

    await test.step('a graph is also a table, newest first', async () => {
      await openTable(page, '网络');
      const rows = tableOf(page, '网络').getByRole('row');
      await expect(rows.first()).toHaveText(/时间\s*接收\s*发送/);
      await expect(rows.nth(1)).toHaveText(/iB\/s.*iB\/s/);
    });

    await test.step('the graphs are readable in the dark theme and on a phone', async () => {
      await expectReadable(page, 'light');
      await page.getByRole('button', { name: words.zh.darkTheme }).click();
      await expectReadable(page, 'dark');
      await onPhone(page, async () => {
        await expectReadable(page, 'dark');
        await page.getByRole('button', { name: words.zh.lightTheme }).click();
        await expectReadable(page, 'light');
      });
    });

    await test.step('the graphs also cover a day, a week and a month', async () => {
      for (const [text, range] of ranges) {
        const answered = page.waitForResponse((response) => response.url().includes(`range=${range}`));
        await page.getByRole('button', { name: text, exact: true }).click();
        expect((await answered).ok()).toBe(true);
        await expect(page).toHaveURL(new RegExp(`range=${range}`));
        for (const [title, lines] of graphs) await expect(linesIn(page, title)).toHaveCount(lines, MEASURED);
      }
    });

    await test.step('the page of the machine begins with its gauges and one graph', async () => {
      await page.goto(`${demoFacts().url}/workloads/${name}`);
      for (const gauge of ['GPU 利用率', '显存'])
        await expect(page.getByRole('meter', { name: gauge })).toHaveText(/^[1-9]\d*%$/, MEASURED);
      await expect(linesIn(page, 'GPU 利用率')).toHaveCount(1, MEASURED);
    });

    await test.step('the list has gauges', async () => {
      await page.goto(`${demoFacts().url}/workloads`);
      const row = page.getByRole('row').filter({ hasText: name });
      for (const gauge of ['GPU 利用率', '显存'])
        await expect(row.getByRole('meter', { name: gauge })).toHaveText(/^[1-9]\d*%$/, MEASURED);
    });

    await enter(operator, 'admin', 'zh');
    await test.step('the operator sorts the machines of all customers by them', async () => {
      await operator.goto(`${demoFacts().url}/admin/workloads?search=${name}`);
      const head = operator.getByRole('columnheader', { name: 'GPU 利用率' });
      await head.getByRole('button').click();
      await expect(operator).toHaveURL(/sort=gpuUse/);
      await expect(operator.getByRole('link', { name })).toBeVisible();
    });

    await test.step('the operator sees the usage of the fleet, and the machine in its ranking', async () => {
      await operator.goto(`${demoFacts().url}/admin/overview?range=1h&region=cn-north-1&gpu=l40s&more=true`);
      const fleet = card(operator, fleetUse);
      await expect(linesIn(operator, fleetUse)).toHaveCount(4, MEASURED);
      await expect(fleet).toContainText(/总数\s+4/);
      await expect(fleet).toContainText(/使用中\s+[1-4]/);
      const row = operator
        .getByRole('grid', { name: '实例 GPU 利用率排名' })
        .getByRole('row')
        .filter({ hasText: name });
      await expect(row.getByRole('meter', { name: '近一小时 GPU 利用率' })).toHaveText(/^[1-9]\d*%$/, RANKED);
      await row.getByRole('link', { name }).click();
      await expect(operator.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    await test.step('the operator zooms into the last hour of a day with finer steps, and back to the whole day', async () => {
      await operator.goto(`${demoFacts().url}/admin/overview?range=24h&region=cn-north-1&gpu=l40s&more=true`);
      await expectSteps(operator, COARSE_MS);
      // Keeps the later half each time.
      for (let times = 0; times < 5; times += 1) {
        await operator.getByRole('button', { name: '放大' }).click();
        await operator.getByRole('button', { name: '往后' }).click();
      }
      await expectSteps(operator, FINE_MS);
      const part = operator.getByRole('status').filter({ hasText: /^\d.+ 至 .+\d$/ });
      await expect(part).toBeVisible();
      await expect(linesIn(operator, fleetUse)).toHaveCount(4, MEASURED);
      await operator.getByRole('button', { name: '恢复整个时段' }).click();
      await expect(part).toBeHidden();
      await expectSteps(operator, COARSE_MS);
    });

    // The graphs have data by now.
    await openMonitoring(page, name);
    await showInDocs(page, 'graphs', (shown) => openTable(shown, /^(网络|Network)$/));
  } finally {
    if (namespace !== '') await keepBusy(namespace, null);
    await destroyMachines(name);
    await operator.close();
  }
});

const openMonitoring = (page: Page, name: string) =>
  page.goto(`${demoFacts().url}/workloads/${name}?tab=monitoring`);

const card = (page: Page, title: string | RegExp): Locator =>
  page
    .locator('.pf-v6-c-card')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

/** Lines of a graph that connect at least two points. */
const linesIn = (page: Page, title: string): Locator =>
  card(page, title).locator('path[style*="stroke: var(--gpulease-chart-line-"][d*="L"]');

const tableOf = (page: Page, title: string | RegExp): Locator => card(page, title).getByRole('grid');

/** Shows a graph's table, and scrolls to it. */
async function openTable(page: Page, title: string | RegExp): Promise<void> {
  const graph = card(page, title);
  const toggle = graph.getByRole('button', { name: /^(以表格查看|Show as a table)$/ });
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  await expect(tableOf(page, title)).toBeVisible();
  await graph.evaluate('(element) => element.scrollIntoView()');
}

/** Expects `stepMs` milliseconds between the two newest rows of the fleet's graph. */
async function expectSteps(page: Page, stepMs: number): Promise<void> {
  await openTable(page, fleetUse);
  const timeIn = async (row: number) =>
    Date.parse(await tableOf(page, fleetUse).getByRole('row').nth(row).locator('td').first().innerText());
  await expect.poll(async () => (await timeIn(1)) - (await timeIn(2))).toBe(stepMs);
}

/** Expects the graphs and the table in the theme, with sufficient contrast and within the width of the window. */
async function expectReadable(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  for (const [title, lines] of graphs) {
    await expect(linesIn(page, title)).toHaveCount(lines);
    await expect(card(page, title).getByRole('img').first()).toBeVisible();
  }
  await expect(tableOf(page, '网络')).toBeVisible();
  await expect(async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }).toPass();
  expect(await axeFindings(page)).toEqual([]);
}
