import { expect, test } from '@playwright/test';
import { enter } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

test.beforeAll(async () => recharge(await RestSession.user(), '20.00'));

test('several machines are stopped at once, and each shows who stopped it', async ({ page }) => {
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
