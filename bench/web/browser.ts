import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import config from '../../e2e/playwright.config.ts';

/** A slow phone: a CPU four times slower, and a link of 1.6 Mb/s with 150 ms of round-trip latency. */
const CPU_SLOWDOWN = 4;
const link = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export function openBrowser(): Promise<Browser> {
  return chromium.launch(config.use?.launchOptions);
}

/** Opens a page with an empty cache on a slow CPU and, optionally, a slow link. */
export async function slowPage(browser: Browser, { slowLink }: { slowLink: boolean }): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (slowLink) await slowDown(devtools);
  await page.addInitScript(observeLongTasks);
  return page;
}

/** Milliseconds from navigation until a visitor can see and use the page. */
export interface Opened {
  /** Until the frame that shows the element. */
  readonly shown: number;
  /** Until the application has replaced the server-rendered page. */
  readonly takenOver: number;
}

/** Opens a URL. The page itself looks for the element, since Playwright's lookup takes 300 ms on a slow phone. */
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

/** Returns a script that runs before the page's own. */
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

/** Longest durations in milliseconds since the last call; 0 if none reached 50 ms. */
export interface Longest {
  /** Longest script task, as browsers report long tasks. */
  readonly task: number;
  /** Longest frame, including layout and painting that no script requested. */
  readonly frame: number;
}

/** Returns the longest task and frame since the last call. */
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
