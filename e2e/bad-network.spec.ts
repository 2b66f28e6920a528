/** How both consoles behave while the network or the server is slow, silent or down. */
import { randomUUID } from 'node:crypto';
import { expect, test, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { enterAt, field, openIn, silence } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newSshKey, orderBody, recharge, startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;
const machine = 'poorly-connected';

test.beforeAll(async () => {
  const session = await RestSession.user();
  await recharge(session, '20.00');
  await startMachine(session, machine);
});

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

test('a page whose code fails to load shows an error beside the menu and opens after a reload', async ({
  page,
}) => {
  await enterAt(page, 'user', '/workloads');
  const code = /assets\/profile-page-.*\.js$/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  const menu = page.getByRole('navigation', { name: 'User menu' });
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Billing' })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test.describe('an open page', () => {
  /** Orders a machine outside the page. Returns its name, which must then appear in the list. */
  async function orderElsewhere(): Promise<string> {
    const session = await RestSession.user();
    const name = `away-${randomUUID().slice(0, 8)}`;
    const order = await session.post('/workloads', await orderBody(session, name, newSshKey().publicKey));
    expect(order.status).toBe(201);
    return name;
  }

  async function expectCatchUp(page: Page, context: BrowserContext, name: string): Promise<void> {
    const banner = page.getByText('You are offline', { exact: false });
    await expect(banner).toBeVisible({ timeout: 2_000 });
    await context.setOffline(false);
    await expect(banner).toBeHidden({ timeout: 2_000 });
    await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText('Reconnecting', { exact: false })).toBeHidden({ timeout: 5_000 });
  }

  test('reports a lost network at once, and catches up once it is back', async ({ page, context }) => {
    await enterAt(page, 'user', '/workloads');
    await expect(page.getByRole('link', { name: machine })).toBeVisible();
    await context.setOffline(true);
    const name = await orderElsewhere();
    await expectCatchUp(page, context, name);
    // The page is live again, rather than only reloaded once.
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
    await expect(page.getByRole('link', { name })).toBeHidden({ timeout: 15_000 });
  });

  test('catches up after sleep', async ({ page, context }) => {
    await enterAt(page, 'user', '/workloads');
    await expect(page.getByRole('link', { name: machine })).toBeVisible();
    const devtools: CDPSession = await context.newCDPSession(page);
    await context.setOffline(true);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    const name = await orderElsewhere();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await expectCatchUp(page, context, name);
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
  });

  test('updates live in every tab', async ({ page, context }) => {
    await enterAt(page, 'user', '/workloads');
    await expect(page.getByRole('link', { name: machine })).toBeVisible();
    const second = await context.newPage();
    await second.goto(`${demoFacts().url}/workloads`);
    await expect(second.getByRole('link', { name: machine })).toBeVisible();
    const name = await orderElsewhere();
    for (const tab of [page, second])
      await expect(tab.getByRole('link', { name })).toBeVisible({ timeout: 15_000 });
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
    for (const tab of [page, second])
      await expect(tab.getByRole('link', { name })).toBeHidden({ timeout: 15_000 });
  });

  test('reports a lost network without a sign-in, too', async ({ page, context }) => {
    await openIn(page, 'en');
    await context.setOffline(true);
    await expect(page.getByText('You are offline', { exact: false })).toBeVisible();
  });
});

test.describe('a click is acknowledged while the server is silent', () => {
  const busy = (page: Page) => page.locator('button.pf-m-in-progress');

  test('when signing in', async ({ page }) => {
    await openIn(page, 'en');
    await page.goto(`${demoFacts().url}/login`);
    await field(page, say.username).fill(demoFacts().demo.username);
    await field(page, say.password).fill(demoFacts().demo.password);
    await silence(page);
    await page.getByRole('button', { name: say.signIn, exact: true }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('when ordering', async ({ page }) => {
    await enterAt(page, 'user', '/workloads/create');
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    await expect(page.getByRole('button', { name: say.submit })).toBeEnabled();
    await silence(page);
    await page.getByRole('button', { name: say.submit }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('when stopping a machine', async ({ page }) => {
    await enterAt(page, 'user', `/workloads/${machine}`);
    await page.getByRole('button', { name: say.actionsOf(machine) }).click();
    await page.getByRole('menuitem', { name: say.action.stop }).click();
    await silence(page);
    await page.getByRole('dialog').getByRole('button', { name: say.action.stop }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('when sorting a list', async ({ page }) => {
    await enterAt(page, 'admin', '/admin/users');
    const sort = page.getByRole('columnheader', { name: 'Username' }).getByRole('button');
    await expect(sort).toBeVisible();
    await silence(page);
    await sort.click();
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
  });
});

test.describe('a page whose scripts are still loading', () => {
  /** Holds back all scripts until the returned function is called. */
  async function withoutScripts(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    return () => resolve(undefined);
  }

  test('shows the offers in the language of this browser, with working links', async ({ page }) => {
    await openIn(page, 'en');
    await withoutScripts(page);
    await page.goto(demoFacts().url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
    await page.locator('a[href^="/workloads/create?"]').first().click();
    await page.waitForURL(/\/workloads\/create\?/, { waitUntil: 'commit' });
  });

  test('is hidden rather than shown in a language other than the stored one', async ({ page, context }) => {
    await openIn(page, 'en');
    await context.clearCookies({ name: 'language' });
    const release = await withoutScripts(page);
    await page.goto(demoFacts().url, { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
  });
});
