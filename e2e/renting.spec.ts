import { expect, test, type Locator, type Page } from '@playwright/test';
import { enter, field } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

/** More than any page has stops of the Tab key. */
const MOST_STOPS = 200;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there');
}

test.beforeAll(async () => recharge(await RestSession.user(), '50.00'));

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

test('several machines are stopped at once, and each tells who stopped it', async ({ page }) => {
  const session = await RestSession.user();
  const names = ['bulk-a', 'bulk-b'].map((name) => `${name}-${Date.now()}`);
  const { publicKey } = newSshKey();
  for (const name of names) {
    const { status } = await session.post('/workloads', await orderBody(session, name, publicKey));
    expect(status).toBe(201);
  }
  for (const name of names) await untilStatus(session, name, 'RUNNING');
  const say = await enter(page, 'user', 'en');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: '2 selected' }).click();
  await page.getByRole('menuitem', { name: say.action.stop }).click();
  await page.getByRole('dialog').getByRole('button', { name: say.action.stop, exact: true }).click();
  await expect(page.getByRole('dialog', { name: /Stop: 2 accepted, 0 failed/ })).toBeVisible();
  for (const name of names) await untilStatus(session, name, 'STOPPED');
  await page.goto(`${demoFacts().url}/workloads/${names[0] ?? ''}?tab=events`);
  const stopped = page.getByRole('row').filter({ hasText: 'Stopped it' });
  await expect(stopped).toContainText(`Customer (${demoFacts().demo.username})`);
  for (const name of names) await session.post(`/workloads/${name}/destroy`, {});
});

test('a script orders with a token made on the profile page, and stops working once it is deleted', async ({
  page,
}) => {
  const session = await RestSession.user();
  const name = `script-${Date.now()}`;
  const say = await enter(page, 'user', 'en');
  await page.goto(`${demoFacts().url}/profile?tab=api-tokens`);
  await page.getByRole('button', { name: 'Create token' }).click();
  await field(page, say.name).fill(name);
  await page.getByRole('radio', { name: 'Read and write' }).check();
  await page.locator('[name=currentPassword]').fill(demoFacts().demo.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const token = await page.getByRole('dialog').getByRole('textbox', { name: 'Token' }).inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const script = new RestSession(token);
  const order = await orderBody(script, name, newSshKey().publicKey);
  expect((await script.post('/workloads', order)).status).toBe(201);
  await untilStatus(script, name, 'RUNNING');
  expect((await script.post(`/workloads/${name}/destroy`, {})).status).toBe(202);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The rows behind the dialog are hidden, so their absence alone proves nothing.
  await expect(page.getByText('The token has been deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await script.get('/workloads')).status).toBe(401);
  expect((await session.get('/workloads')).status).toBe(200);
});
