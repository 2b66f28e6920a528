import { expect, test, type Locator, type Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { enter } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { startMachine, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

const machine = 'low-window';
/** A page of 1280 × 800 pixels enlarged to 200 %. */
const enlarged = { width: 640, height: 400 };
const phone = { width: 360, height: 640 };

test.beforeAll(async () => {
  const session = await RestSession.user();
  await startMachine(session, machine);
  await session.post(`/workloads/${machine}/stop`, {});
  await untilStatus(session, machine, 'STOPPED');
});

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

/** Expects that a dialog taller than the window scrolls by keyboard alone, between a title and buttons that stay visible. */
async function expectInReach(page: Page, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('heading').first();
  const button = dialog.getByRole('button', { name: submit, exact: true });
  const body = dialog.getByRole('region');
  await expect(body).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await body.focus();
  for (const [key, isAtEnd] of [
    ['End', true],
    ['Home', false],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop > 0)).toBe(isAtEnd);
    await expect(title).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
}

/** Waits until the dialog has scrolled to its end, which takes the browser several frames after a key. */
async function untilAtEnd(body: Locator): Promise<void> {
  const left = () =>
    body.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
  await expect.poll(left).toBeLessThan(1);
}

test('an operator reaches title and buttons of a dialog taller than the window', async ({ page }) => {
  const { url, demo } = demoFacts();
  await enter(page, 'admin', 'en');
  await page.goto(`${url}/admin/workloads/${demo.username}/${machine}`);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel(/^Node/)).toBeVisible();
  for (const size of [enlarged, phone, { width: 1280, height: 600 }]) {
    await page.setViewportSize(size);
    await expectInReach(page, 'Schedule');
  }
});

test('a customer reaches title and buttons of a dialog taller than the window', async ({ page }) => {
  const { url } = demoFacts();
  await enter(page, 'user', 'en');
  await page.setViewportSize(enlarged);
  await page.goto(`${url}/profile?tab=api-tokens`);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expectInReach(page, 'Create');
  await page.setViewportSize(phone);
  await page.goto(`${url}/workloads/${machine}?tab=network`);
  await page.getByRole('button', { name: 'Add port' }).click();
  const addRow = page.getByRole('dialog').getByRole('button', { name: 'Add port' });
  for (let row = 0; row < 2; row++) await addRow.click();
  await expectInReach(page, 'Save');
});

test('the error of a form that could not be sent is visible, however far down the form is scrolled', async ({
  page,
}) => {
  const { url } = demoFacts();
  await enter(page, 'user', 'en');
  await page.setViewportSize(enlarged);
  await page.goto(`${url}/profile?tab=api-tokens`);
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('not-made');
  await dialog.locator('[name=currentPassword]').fill(demoFacts().demo.password);
  await page.route('**/me/api-tokens', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const body = dialog.getByRole('region');
  await body.focus();
  await page.keyboard.press('End');
  await untilAtEnd(body);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByRole('heading', { level: 4 })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
