import { expect, test } from '@playwright/test';
import { enterAt } from './support/console.ts';
import { startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;
const machine = 'gone-back-to';

test.beforeAll(async () => startMachine(await RestSession.user(), machine));

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

test.describe('going back', () => {
  test('restores the scroll position of a list', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await enterAt(page, 'admin', '/admin/skus');
    const last = page.getByRole('grid').getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    const top = () =>
      page.locator('main').evaluate(({ scrollTop }: { readonly scrollTop: number }) => scrollTop);
    const left = await top();
    expect(left).toBeGreaterThan(100);
    await last.click();
    await expect(page).toHaveURL(/\/admin\/[^/]+\/.+/);
    await expect.poll(top).toBe(0);
    await page.goBack();
    await expect.poll(top).toBe(left);
  });

  test('undoes a filter, leaves a tab, and closes a dialog', async ({ page }) => {
    await enterAt(page, 'user', '/workloads');
    await page.locator('main input.pf-v6-c-text-input-group__text-input').first().fill('nothing');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No results found')).toBeVisible();
    await page.goBack();
    const link = page.getByRole('link', { name: machine });
    await expect(link).toBeVisible();

    await link.click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page).toHaveURL(/tab=events/);
    await page.goBack();
    await expect(page).not.toHaveURL(/tab=/);
    await page.getByRole('button', { name: say.actionsOf(machine) }).click();
    await page.getByRole('menuitem', { name: say.action.stop }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/workloads/${machine}$`));
    await page.goBack();
    await expect(page).toHaveURL(/\/workloads$/);
  });
});
