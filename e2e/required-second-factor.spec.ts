import type { AdminCreated } from '@gpulease/contract/users';
import { findFreePort } from '@gpulease/local/ports';
import { expect, test, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { field } from './support/console.ts';
import { startPortal, type Portal } from './support/portal.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

let portal: Portal;

test.beforeAll(async () => {
  portal = await startPortal(await findFreePort(), { GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS: '1' });
});
test.afterAll(() => portal.stop());

const OWN_SIGN_IN = /\/admin\/password$/;
const TURN_ON = 'Turn on two-step verification';

test('an operator must turn on required two-step verification before anything else', async ({ page }) => {
  const admin = await RestSession.admin();
  const username = `required-${Date.now()}`;
  const { body: made } = await admin.post<AdminCreated>('/admin/users', { username });
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await passFirstStep(page, made);
  const password = await replaceMadeUpPassword(page, made.password);
  await passFirstStep(page, { username, password });

  await expect(page).toHaveURL(OWN_SIGN_IN);
  await expect(page.getByText('This platform requires two-step verification')).toBeVisible();
  await page.goto(`${portal.url}/admin/users`);
  await expect(page).toHaveURL(OWN_SIGN_IN);
  const refused = await page.request.get(`${portal.url}/api/v1/admin/users`);
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain('SECOND_FACTOR_SETUP_REQUIRED');

  await turnOn(page, password);
  await expect(page).toHaveURL(/\/admin\/overview$/);
  await page.goto(`${portal.url}/admin/users`);
  await expect(page.getByRole('heading', { level: 1, name: words.en.adminUsers })).toBeVisible();
  expect((await page.request.get(`${portal.url}/api/v1/admin/users`)).status()).toBe(200);
});

async function passFirstStep(page: Page, { username, password }: AdminCreated) {
  await page.goto(`${portal.url}/admin/login`);
  await field(page, words.en.username).fill(username);
  await field(page, words.en.password).fill(password);
  await page.getByRole('button', { name: words.en.signIn, exact: true }).click();
  await expect(page).toHaveURL(OWN_SIGN_IN);
}

/** Replaces the generated password, which ends the session. Returns the new one. */
async function replaceMadeUpPassword(page: Page, madeUp: string): Promise<string> {
  const password = `Own-${Date.now()}`;
  await page.locator('[name=currentPassword]').fill(madeUp);
  await page.locator('[name=newPassword]').fill(password);
  await page.locator('[name=confirmPassword]').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  return password;
}

async function turnOn(page: Page, password: string) {
  await page.getByRole('button', { name: TURN_ON }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=currentPassword]').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const app = new TOTP({ secret: Secret.fromBase32(await dialog.locator('code').innerText()) });
  await dialog.locator('[name=code]').fill(app.generate());
  await dialog.getByRole('button', { name: TURN_ON }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
}
