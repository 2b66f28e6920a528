import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

const ofDocs = resolve(import.meta.dirname, '../../docs/screens');
const QUALITY = 75;

/**
 * Keeps what is to be seen without scrolling, once it has loaded, in `docs/screens` or another folder, as WebP, which Playwright
 * itself does not write.
 */
export async function keepPicture(page: Page, name: string, folder = ofDocs): Promise<void> {
  await expect(page.locator('.pf-v6-c-skeleton, .pf-v6-c-spinner')).toHaveCount(0);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await devtools.detach();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}
