import type { InviteCode } from '@gpulease/contract/invite-codes';
import { expect, type Page } from '@playwright/test';
import { field } from './console.ts';
import { demoFacts, type Account } from './demo.ts';
import { RestSession } from './rest.ts';
import type { Words } from './words.ts';

export interface Newcomer extends Account {
  phone: string;
  inviteCode: string;
}

/** Returns a person who has only an invite code from the admin. */
export async function newcomer(prefix: string): Promise<Newcomer> {
  const admin = await RestSession.admin();
  const expirationDate = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await admin.post<{ items: InviteCode[] }>('/admin/invite-codes', {
    quantity: 1,
    expirationDate,
  });
  const digits = String(Date.now()).slice(-8);
  return {
    username: `${prefix}-${digits}`,
    password: `Walk-${digits}`,
    phone: `139${digits}`,
    inviteCode: body.items[0]?.code ?? '',
  };
}

/** Registers in the browser, which also signs in. */
export async function register(page: Page, person: Newcomer, say: Words): Promise<void> {
  await page.goto(`${demoFacts().url}/register`);
  await field(page, say.phone).fill(person.phone);
  await page.getByRole('button', { name: say.sendCode }).click();
  await field(page, say.smsCode).fill(await smsCodeFor(page, person.phone));
  await field(page, say.username).fill(person.username);
  await field(page, say.password).fill(person.password);
  await field(page, say.confirmPassword).fill(person.password);
  await field(page, say.inviteCode).fill(person.inviteCode);
  await page.getByLabel(say.agree).check();
  await page.getByRole('button', { name: say.register, exact: true }).click();
  await expect(page).toHaveURL(/\/workloads$/);
}

/** Reads the SMS code from the sandbox page in a second tab. */
export async function smsCodeFor(page: Page, phone: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(`${demoFacts().url}/test`);
  await expect(outbox.locator('.pf-v6-c-login__main')).toBeVisible();
  const row = outbox.getByRole('row').filter({ hasText: phone }).first();
  await expect(row).toBeVisible();
  const code = /\b\d{6}\b/.exec((await row.textContent())?.replace(phone, '') ?? '')?.[0] ?? '';
  await outbox.close();
  return code;
}
