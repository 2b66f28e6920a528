import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import config from '../../e2e/playwright.config.ts';

/** A slow telephone: the CPU four times slower, and a link of 1.6 Mb/s with 150 ms to the server and back. */
const CPU_SLOWDOWN = 4;
const link = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export function openBrowser(): Promise<Browser> {
  return chromium.launch(config.use?.launchOptions);
}

/** A page with nothing in its cache, on a slow CPU, and on a slow link where asked for. */
export async function slowPage(browser: Browser, { slowLink }: { slowLink: boolean }): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (slowLink) await slowDown(devtools);
  await page.addInitScript(observeLongTasks);
  return page;
}

/** Milliseconds from the address to what a visitor sees and can do. */
export interface Opened {
  /** The element and the frame that shows it. */
  readonly shown: number;
  /** The application in place of the page that the server rendered. */
  readonly takenOver: number;
}

/** Opens an address. The page itself looks for the element, since Playwright's look takes a slow telephone 300 ms. */
export async function open(page: Page, url: string, selector: string): Promise<Opened> {
  await page.addInitScript(observeOpening(selector));
  const said = (what: string) =>
    page.waitForEvent('console', (message) => message.text().startsWith(`bench:${what} `));
  const messages = [said('shown'), said('takenOver')];
  await page.goto(url, { waitUntil: 'commit' });
  const [shown = 0, takenOver = 0] = (await Promise.all(messages)).map((message) =>
    Number(message.text().split(' ')[1]),
  );
  return { shown, takenOver };
}

/** A script for the page, before any of its own. */
const observeOpening = (selector: string) => `
  const said = new Set();
  const say = (what) => {
    if (!said.has(what)) console.debug('bench:' + what + ' ' + performance.now());
    said.add(what);
  };
  const find = () => document.querySelector(${JSON.stringify(selector)});
  // People see what is in the document with the next frame; a task after it finds the styles made.
  const lookAfterFrame = () => requestAnimationFrame(() => setTimeout(() => {
    if (find()?.checkVisibility({ visibilityProperty: true })) say('shown');
  }));
  new MutationObserver(() => {
    if (!find()) return;
    if (!said.has('shown')) lookAfterFrame();
    if (!document.documentElement.hasAttribute('data-rendered')) say('takenOver');
  }).observe(document, { childList: true, subtree: true, attributes: true });
`;

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', link);
}

/** Milliseconds of the longest of each since the last look; 0 where none took 50 ms. */
export interface Longest {
  /** Of tasks that ran a script, as browsers report long tasks. */
  readonly task: number;
  /** Of what stood between two pictures, with layout and painting that no script asked for. */
  readonly frame: number;
}

/** The longest task and frame since the last call. */
export async function takeLongest(page: Page): Promise<Longest> {
  return page.evaluate<Longest>('window.takeLongest()');
}

const observeLongTasks = `
  let longest = { task: 0, frame: 0 };
  const observe = (type, what) => new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest[what] = Math.max(longest[what], duration);
  }).observe({ type, buffered: true });
  observe('longtask', 'task');
  observe('long-animation-frame', 'frame');
  window.takeLongest = () => { const taken = longest; longest = { task: 0, frame: 0 }; return taken; };
`;
