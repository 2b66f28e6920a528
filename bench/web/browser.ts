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
