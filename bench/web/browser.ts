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

/** Milliseconds of the longest task since the last call; 0 where none took 50 ms. */
export async function longestTask(page: Page): Promise<number> {
  return page.evaluate<number>('window.takeLongestTask()');
}

const observeLongTasks = `
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  window.takeLongestTask = () => { const taken = longest; longest = 0; return taken; };
`;
