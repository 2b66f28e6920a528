import { expect, type Locator, type Page } from '@playwright/test';
import { demoFacts } from './demo.ts';

/** Returns an input by the name of its value, which is the same in every language. */
export function input(page: Page, name: string): Locator {
  return page.locator(`form [name="${name}"]`);
}

/** Types into fields, or selects if a field is a select. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = input(page, name).first();
    const isSelect = (await field.and(page.locator('select')).count()) > 0;
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
}

/** Chooses one of several radio buttons. */
export async function tick(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`input[name="${name}"][id$="-${value}"]`).check();
}

/** Chooses one item from a multiple-choice menu. */
export async function pick(page: Page, name: string, value: string): Promise<void> {
  const toggle = page.locator('form').getByRole('button', { name: new RegExp(name) });
  await toggle.click();
  await page.getByRole('menuitem', { name: new RegExp(value) }).click();
  await toggle.click();
}

export const submit = (page: Page) => page.locator('form button[type=submit]').click();

/** Opens a page of the admin console. */
export const openAdmin = (page: Page, path: string) => page.goto(`${demoFacts().url}/admin/${path}`);

/** Expects that the form refuses exactly these fields. A menu, which has no input of its own, is called `menu`. */
export async function expectRefused(page: Page, names: readonly string[]): Promise<void> {
  const refused = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('form .pf-v6-c-form__group:has(.pf-m-error)')]
      .map((group) => group.querySelector('[name]')?.getAttribute('name') ?? 'menu')`);
  await expect.poll(refused).toEqual(names);
}

/** Expects that a details page shows a value matching each pattern. */
export async function expectValues(page: Page, values: readonly RegExp[]): Promise<void> {
  for (const value of values)
    await expect(page.getByRole('definition').filter({ hasText: value }).first()).toBeVisible();
}

/** Expects that a details page shows when the object was created and updated. */
export async function expectTimes(page: Page): Promise<void> {
  for (const term of [/^(创建时间|Created)/, /^(更新时间|Updated)/]) {
    const group = page.locator('.pf-v6-c-description-list__group').filter({ hasText: term });
    await expect(group.getByRole('definition')).toHaveText(/\d{1,2}:\d{2}:\d{2}/);
  }
}
