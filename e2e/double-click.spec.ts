import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { enterAt, field } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;

test.beforeAll(async () => recharge(await RestSession.user(), '10.00'));

/** Counts the page's requests that change one path. */
function countChanges(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

test.describe('a double click', () => {
  test('on Order and on Destroy acts once', async ({ page }) => {
    await enterAt(page, 'user', '/workloads/create');
    const name = `twice-${randomUUID().slice(0, 8)}`;
    await field(page, say.name).fill(name);
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    const orders = countChanges(page, /\/workloads$/);
    const order = page.getByRole('button', { name: say.submit });
    await expect(order).toBeEnabled();
    await order.dblclick();
    await expect(page).toHaveURL(new RegExp(`/workloads/${name}$`));
    expect(orders()).toBe(1);

    const session = await RestSession.user();
    await untilStatus(session, name, 'RUNNING');
    const ends = countChanges(page, /\/destroy$/);
    await page.getByRole('button', { name: say.actionsOf(name) }).click();
    await page.getByRole('menuitem', { name: say.action.destroy }).click();
    await page.getByLabel(say.typeName(name)).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: say.action.destroy }).dblclick();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(ends()).toBe(1);
  });

  test('on a credit credits once', async ({ page }) => {
    const { username } = demoFacts().demo;
    await enterAt(page, 'admin', `/admin/users/edit/${username}`);
    const credits = countChanges(page, /\/adjustments$/);
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="amount"]').fill('1.00');
    await dialog.locator('[name="reason"]').fill('For the trouble');
    await dialog.getByRole('button', { name: 'Adjust balance' }).dblclick();
    await expect(dialog).toBeHidden();
    expect(credits()).toBe(1);
  });
});
