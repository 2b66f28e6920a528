import type { Language, SessionConsole } from '@gpulease/contract/enums';
import { expect, type Locator, type Page } from '@playwright/test';
import { demoFacts, type Account } from './demo.ts';
import { words, type Words } from './words.ts';

/** Returns a form's field by its label, which may have the mark of a required field. A tab may have the same name. */
export function field(page: Page, label: string): Locator {
  const labelled = page.getByLabel(new RegExp(`^${label}\\s*\\*?$`));
  return labelled.and(page.locator('input, select, textarea'));
}

/** Opens the home page and switches to the language, as a visitor does. */
export async function openIn(page: Page, language: Language): Promise<Words> {
  const say = words[language];
  await page.goto(demoFacts().url);
  const toggle = page.getByRole('button', { name: /切换语言|Change language/ });
  await expect(toggle).toBeVisible();
  if (await toggle.getByText(say.languageItem, { exact: true }).isVisible()) await toggle.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
  return say;
}

/** Signs in on the open sign-in page, and returns once the console is open. */
export async function signIn(page: Page, account: Account, say: Words): Promise<void> {
  await field(page, say.username).fill(account.username);
  await field(page, say.password).fill(account.password);
  await page.getByRole('button', { name: say.signIn, exact: true }).click();
  await expect(page).toHaveURL(/\/(workloads|admin\/(?!login)\w+)$/);
}

/** Opens the home page in the language and signs in to a console, as the demo's customer or its operator. */
export async function enter(page: Page, console: SessionConsole, language: Language): Promise<Words> {
  const { url, demo, admin } = demoFacts();
  const say = await openIn(page, language);
  await page.goto(`${url}${console === 'admin' ? '/admin/login' : '/login'}`);
  await signIn(page, console === 'admin' ? admin : demo, say);
  return say;
}

/** Signs in to a console in English and opens one of its pages. */
export async function enterAt(page: Page, console: SessionConsole, path: string): Promise<void> {
  await enter(page, console, 'en');
  await page.goto(demoFacts().url + path);
}

/** Stops all responses of the API from now on. */
export const silence = (page: Page): Promise<unknown> => page.route('**/api/v1/**', () => undefined);
