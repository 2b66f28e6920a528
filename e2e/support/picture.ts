import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

const ofDocs = resolve(import.meta.dirname, '../../docs/screens');
const QUALITY = 75;

/** Keeps what is to be seen without scrolling, in `docs/screens` or another folder, as WebP, which Playwright itself does not write. */
export async function keepPicture(page: Page, name: string, folder = ofDocs): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await devtools.detach();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}
