/**
 * `make bench-web`: how the pages behave on a slow telephone. Starts a demo of its own; medians of five. The lists are
 * answered from here, so that there can be a thousand machines in them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { BenchDemo } from '../demo.ts';
import { describeMachine, percentile, printTable, type Row } from '../report.ts';
import { open, openBrowser, slowPage, takeLongest, type Longest } from './browser.ts';
import { aThousandWorkloads, answerLists, liveEvents } from './answers.ts';

const ROUNDS = 5;
const PORT = 18_095;

const home = mkdtempSync(join(tmpdir(), 'gpulease-bench-web-'));
const demo = await BenchDemo.start(home, PORT);
const browser = await openBrowser();
try {
  const rows = [
    ...(await usable('home', browser, 'a[href^="/workloads/create?"]')),
    ...(await usable('login', browser, 'input[type=password]')),
    ...(await lists(browser, 20)),
    ...(await lists(browser, 100)),
  ];
  printTable(describeMachine(), rows);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(home, { recursive: true, force: true });
}

/** From the address to the page that can be used, with nothing cached, on the slow link. */
async function usable(name: string, browser: Browser, selector: string): Promise<Row[]> {
  const path = name === 'home' ? '/' : `/${name}`;
  const shownAt: number[] = [];
  const takenOverAt: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(browser, { slowLink: true });
    const opened = await open(page, demo.facts.url + path, selector);
    shownAt.push(opened.shown);
    takenOverAt.push(opened.takenOver);
    await page.context().close();
  }
  const row = (what: string, times: readonly number[]): Row => [
    `${name} ${what}, nothing cached`,
    `${percentile(times, 50)} ms`,
  ];
  const shown = row('can be read (goal 2,500 ms)', shownAt);
  // The server renders home alone: elsewhere the buttons come with the page.
  return name === 'home' ? [shown, row('has its buttons, too', takenOverAt)] : [shown];
}

/** A list of a thousand machines: the longest task and frame while it is scrolled, searched, and changes. */
async function lists(browser: Browser, pageSize: number): Promise<Row[]> {
  const { url, demo: account } = demo.facts;
  const [scrolled, filtered, burst]: Longest[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(browser, { slowLink: false });
    const answers = await answerLists(page, aThousandWorkloads(account.username));
    await page.goto(`${url}/login`);
    await page.locator('input[autocomplete=username]').fill(account.username);
    await page.locator('input[type=password]').fill(account.password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(/\/workloads/);
    await page.goto(`${url}/workloads?pageSize=${pageSize}`);
    await lastRow(page, `machine-0${pageSize - 1}`).waitFor({ state: 'attached' });
    await untilIdle(page);
    await takeLongest(page);
    await page.mouse.move(640, 450);
    for (let step = 0; step < 20; step++) await page.mouse.wheel(0, 400);
    scrolled?.push(await takeLongest(page));
    await page.locator('main input.pf-v6-c-text-input-group__text-input').first().fill('machine-5');
    await page.keyboard.press('Enter');
    await lastRow(page, `machine-5${pageSize - 1}`).waitFor({ state: 'attached' });
    await untilIdle(page);
    filtered?.push(await takeLongest(page));
    await answers.send(liveEvents(account.username, 500));
    await untilIdle(page);
    burst?.push(await takeLongest(page));
    await page.context().close();
  }
  const row = (name: string, values: Longest[] = []): Row => [
    `${pageSize} of 1,000 workloads, ${name}: longest task (goal 100 ms) and frame`,
    `${median(values, 'task')} and ${median(values, 'frame')} ms`,
  ];
  return [row('scrolled', scrolled), row('filtered', filtered), row('500 live events', burst)];
}

function median(values: readonly Longest[], of: keyof Longest): number {
  return percentile(
    values.map((value) => value[of]),
    50,
  );
}

/** Looked for by its text alone: to look for a role or for what is visible lays out the whole page, which no visitor does. */
function lastRow(page: Page, name: string): Locator {
  return page.locator('tbody tr:last-child', { hasText: name });
}

/** Lists refresh once a second at most; after two they have. */
async function untilIdle(page: Page): Promise<void> {
  await page.waitForTimeout(2_500);
}
