/**
 * `make screens`: takes the pictures of `docs/screens` from the demo that runs in `GPULEASE_HOME`: every page and dialog in
 * Chinese, light, on a desktop, and in English, dark, on a phone; and the home page's picture of the console, named
 * `console`, in each language and theme. Names on the command line select pictures.
 */
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { demoFacts } from '../support/demo.ts';
import { keepPicture, looks, pageWith, untilShown, type Look } from '../support/picture.ts';
import { words } from '../support/words.ts';
import { signIn } from '../support/console.ts';
import { dialogs, type DialogPicture } from './dialogs.ts';
import { pages, shownMachine } from './pages.ts';

const repository = resolve(import.meta.dirname, '../..');

const looksOfHome: readonly Look[] = (['zh', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => {
    const size = { width: 1280, height: 800 };
    return { name: `${language}-${theme}`, language, theme, size };
  }),
);
type Audience = keyof typeof pages;

process.env.GPULEASE_E2E_HOME = resolve(repository, process.env.GPULEASE_HOME ?? '.gpulease');
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const browser = await chromium.launch(config.use?.launchOptions);
for (const look of looks) {
  for (const audience of ['everybody', 'user', 'admin'] as const) await take(browser, look, audience);
}
if (isWanted('console')) for (const look of looksOfHome) await takeConsole(browser, look);
await browser.close();

async function take(browser: Browser, look: Look, audience: Audience): Promise<void> {
  const { paths } = pages[audience];
  const all = Object.entries(paths).map(([name, path]) => [name, { path, clicks: [] }] as const);
  const opened = audience === 'everybody' ? [] : Object.entries(dialogs[audience]);
  const chosen = [...all, ...opened].filter(([name]) => isWanted(name));
  if (chosen.length === 0) return;
  const page = await openAs(browser, look, audience);
  for (const [name, { path, clicks }] of chosen) {
    await page.goto(demoFacts().url + path);
    await untilShown(page);
    await openDialog(page, clicks);
    await keepPicture(page, `${name}.${look.name}`);
    process.stdout.write(`${name} (${look.name})\n`);
  }
  await page.context().close();
}

/** Takes the console's picture for the home page, which is bundled with the web application. */
async function takeConsole(browser: Browser, look: Look): Promise<void> {
  const page = await openAs(browser, look, 'user');
  await page.goto(`${demoFacts().url}/workloads/${shownMachine}`);
  await untilShown(page);
  await keepPicture(page, `console.${look.name}`, resolve(repository, 'portal/web/src/features/home'));
  process.stdout.write(`console (${look.name})\n`);
  await page.context().close();
}

async function openAs(browser: Browser, look: Look, audience: Audience): Promise<Page> {
  const page = await pageWith(browser, look);
  const { url, demo, admin } = demoFacts();
  const { signInAt } = pages[audience];
  if (signInAt) {
    await page.goto(url + signInAt);
    await signIn(page, audience === 'admin' ? admin : demo, words[look.language]);
  }
  return page;
}

async function openDialog(page: Page, clicks: DialogPicture['clicks']): Promise<void> {
  for (const name of clicks) {
    const roles = (['button', 'menuitem', 'checkbox'] as const).map((role) => page.getByRole(role, { name }));
    await roles
      .reduce((one, other) => one.or(other))
      .first()
      .click();
  }
  if (clicks.length === 0) return;
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await untilShown(page);
}
