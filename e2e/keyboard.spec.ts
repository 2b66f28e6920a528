import { expect, test, type Locator, type Page } from '@playwright/test';
import { enter, field } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, recharge } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

/** More than the tab stops of any page. */
const MOST_STOPS = 200;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there');
}

test.beforeAll(async () => recharge(await RestSession.user(), '10.00'));

test('a whole order is placed by keyboard alone', async ({ page }) => {
  const session = await RestSession.user();
  const name = `keys-${Date.now()}`;
  const say = await enter(page, 'user', 'en');
  await page.goto(`${demoFacts().url}/workloads/create`);
  await expect(page.getByText(say.hold)).toBeVisible();
  await tabTo(page, field(page, say.name));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await tabTo(page, page.getByRole('textbox', { name: say.keys }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newSshKey().publicKey);
  await tabTo(page, page.getByRole('button', { name: say.submit }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/workloads/${name}$`));
  await session.post(`/workloads/${name}/destroy`, {});
});
