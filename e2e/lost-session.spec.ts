import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { enterAt, field } from './support/console.ts';
import { demoFacts, type Account } from './support/demo.ts';
import { newSshKey, startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;
const machine = 'left-alone';

test.beforeAll(async () => startMachine(await RestSession.user(), machine));

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

const revokeAll = async (username: string) => {
  const body = { reason: 'The laptop was lost' };
  const { status } = await (await RestSession.admin()).post(`/admin/users/${username}/sessions/revoke`, body);
  expect(status).toBe(204);
};

test.describe('a lost session is renewed over the page, which keeps its input', () => {
  test('on the order page', async ({ page }) => {
    await enterAt(page, 'user', '/workloads/create');
    const name = `kept-${randomUUID().slice(0, 8)}`;
    await field(page, say.name).fill(name);
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(page).toHaveURL(/\/workloads\/create$/);
    await expect(field(page, say.name)).toHaveValue(name);
  });

  test('at a recharge', async ({ page }) => {
    await enterAt(page, 'user', '/recharge');
    await field(page, say.recharge.amount).fill('66.60');
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(field(page, say.recharge.amount)).toHaveValue('66.60');
  });

  for (const path of ['/admin/regions/create', '/admin/skus/edit/rtx-4090-1', '/admin/gpus/create']) {
    test(`in an operator's form, ${path}`, async ({ page }) => {
      await enterAt(page, 'admin', path);
      const input = page.locator('form [name="displayName"]').or(page.locator('form [name="model"]')).first();
      await expect(input).toBeVisible();
      await input.fill('Typed before');
      await revokeAll(demoFacts().admin.username);
      await signInAgain(page, demoFacts().admin);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(input).toHaveValue('Typed before');
      await page.getByRole('link', { name: 'Overview' }).click();
      await expect(page.getByText('Discard your changes?')).toBeVisible();
    });
  }

  test("in an operator's dialog", async ({ page }) => {
    await enterAt(page, 'admin', `/admin/users/edit/${demoFacts().demo.username}`);
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="amount"]').fill('12.50');
    await dialog.locator('[name="reason"]').fill('Typed before');
    await revokeAll(demoFacts().admin.username);
    await signInAgain(page, demoFacts().admin);
    await expect(dialog.locator('[name="amount"]')).toHaveValue('12.50');
    await expect(dialog.locator('[name="reason"]')).toHaveValue('Typed before');
  });

  test("in a renter's dialog", async ({ page }) => {
    await enterAt(page, 'user', `/workloads/${machine}?tab=network`);
    await page.getByRole('button', { name: 'Add port' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add port' }).click();
    const rows = page.getByRole('dialog').locator('[name$=".targetPort"]');
    await rows.last().fill('4711');
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(rows.last()).toHaveValue('4711');
  });

  async function signInAgain(page: Page, account: Account): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const password = dialog.locator('[name="password"]');
    await expect(password).toBeFocused();
    await expect(dialog.locator('[name="username"]')).toHaveValue(account.username);
    await password.fill(account.password);
    await dialog.getByRole('button', { name: say.signIn, exact: true }).click();
    await expect(dialog).toBeHidden();
  }
});
