import { expect, test } from '@playwright/test';
import { enter, field } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

test.beforeAll(async () => recharge(await RestSession.user(), '10.00'));

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
  // The dialog hides the rows behind it, so their absence alone proves nothing.
  await expect(page.getByText('The token has been deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await script.get('/workloads')).status).toBe(401);
  expect((await session.get('/workloads')).status).toBe(200);
});
