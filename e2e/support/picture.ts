import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '@gpulease/contract/enums';
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

const ofDocs = resolve(import.meta.dirname, '../../docs/screens');
const QUALITY = 75;

/** How a picture shows a page. */
export interface Look {
  readonly name: string;
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
}

/** Looks of `docs/screens`: in Chinese, light, on a desktop, and in English, dark, on a phone. */
export const looks: readonly Look[] = [
  { name: 'zh-light', language: 'zh', theme: 'light', size: { width: 1280, height: 900 } },
  { name: 'en-dark', language: 'en', theme: 'dark', size: { width: 390, height: 844 } },
];

/** Opens a page with the look, signed in if `storageState` is given. */
export async function pageWith(
  browser: Browser,
  { language, theme, size }: Look,
  storageState?: BrowserContextOptions['storageState'],
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    ...(storageState !== undefined && { storageState }),
  });
  const page = await context.newPage();
  await page.addInitScript(
    ([key, value]) => {
      localStorage.setItem('theme', key);
      localStorage.setItem('language', value);
    },
    [theme, language] as const,
  );
  return page;
}

/** Returns once the page has its texts and fonts, and its tabs show the chosen one. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.evaluate('document.fonts.ready');
  await expect(async () => expect(await tabBeside(page)).toBe(false)).toPass();
}

/** Returns whether the selected tab is scrolled out of view sideways. On some pages it is below the first screen. */
async function tabBeside(page: Page): Promise<boolean> {
  const tab = page.locator('main .pf-v6-c-tabs__item.pf-m-current').first();
  if ((await tab.count()) === 0) return false;
  const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
  return x < 0 || x + width > (page.viewportSize()?.width ?? 0);
}

/**
 * Stores the visible part of the page, once loaded and still, in `docs/screens` or another folder as WebP, which Playwright
 * itself does not write.
 */
export async function keepPicture(page: Page, name: string, folder = ofDocs): Promise<void> {
  let picture = '';
  await expect(async () => {
    await expect(page.locator('.pf-v6-c-skeleton, .pf-v6-c-spinner')).toHaveCount(0);
    const before = picture;
    picture = await capture(page);
    expect(picture === before, 'nothing moves').toBe(true);
  }).toPass();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(picture, 'base64'));
}

async function capture(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await devtools.detach();
  return data;
}
