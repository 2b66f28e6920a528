import type { InviteCode } from '@gpulease/contract/invite-codes';
import { expect, test, type Browser } from '@playwright/test';
import { enter, field, openIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { openAdmin } from './support/forms.ts';
import { newcomer, register, type Newcomer } from './support/newcomer.ts';
import { startMachine, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';

/** Registers a person in a separate browser context. */
async function registerElsewhere(browser: Browser, person: Newcomer): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await register(page, person, await openIn(page, 'en'));
  await expect(page.getByText('Your account is ready.')).toBeVisible();
  await page.context().close();
}

test('changes of an account report success, or the reason why they failed (SPEC-1.10, SPEC-2.18, SPEC-8.34)', async ({
  browser,
  page,
}) => {
  const customer = await newcomer('outcome');
  await registerElsewhere(browser, customer);
  await enter(page, 'admin', 'en');
  await openAdmin(page, `users/edit/${customer.username}`);

  await test.step('a phone number of someone else is refused at its field, a free one is saved', async () => {
    const phone = field(page, 'Phone number');
    const taken = await (
      await RestSession.admin()
    ).get<{ phone: string }>(`/admin/users/${demoFacts().demo.username}`);
    await phone.fill(taken.body.phone);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This phone number is already taken.')).toBeVisible();
    await phone.fill(`138${customer.phone.slice(3)}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${customer.username} has been saved.`)).toBeVisible();
  });

  await test.step('deactivation requires typing the name and reports the new status', async () => {
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Type/ }).fill(customer.username);
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Asked for by the customer');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(page.getByText(`The status of ${customer.username} has been changed.`)).toBeVisible();
    await expect(RestSession.user(customer)).rejects.toThrow();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Asked for by the customer');
    await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await RestSession.user(customer);
  });
});

test('creating and revoking an invite code reports success, or that it was used meanwhile (SPEC-8.36)', async ({
  browser,
  page,
}) => {
  const admin = await RestSession.admin();
  await enter(page, 'admin', 'en');
  await openAdmin(page, 'invite-code');
  await page.getByRole('button', { name: 'Generate invite codes' }).first().click();
  await page.getByRole('dialog').locator('[name=quantity]').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Generate invite codes' }).click();
  await expect(page.getByText('2 invite codes generated.')).toBeVisible();
  await page.keyboard.press('Escape');
  const { body } = await admin.get<{ items: InviteCode[] }>(
    '/admin/invite-codes?status=AVAILABLE&sort=-createdAt',
  );
  const [first = '', second = ''] = body.items.map(({ code }) => code);
  const openDialog = async (code: string) => {
    await page
      .getByRole('row')
      .filter({ hasText: code })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
  };
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await openDialog(first);
  await confirm();
  await expect(page.getByText('Invite code revoked.')).toBeVisible();
  await openDialog(second);
  await registerElsewhere(browser, { ...(await newcomer('invited')), inviteCode: second });
  await confirm();
  await expect(
    page.getByRole('dialog').getByText('The invite code has been used and can’t be revoked.'),
  ).toBeVisible();
});

test('stopping and destroying a machine reports success, or that it is gone meanwhile (SPEC-8.35)', async ({
  page,
}) => {
  const session = await RestSession.user();
  const name = `outcome-${Date.now()}`;
  await startMachine(session, name);
  const say = await enter(page, 'user', 'en');
  await page.goto(`${demoFacts().url}/workloads/${name}`);
  const open = async (action: string) => {
    await page.getByRole('button', { name: say.actionsOf(name) }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  await open(say.action.stop);
  await dialog.getByRole('button', { name: say.action.stop, exact: true }).click();
  await expect(page.getByText(`${name} is stopping.`)).toBeVisible();
  await untilStatus(session, name, 'STOPPED');
  await open(say.action.start);
  expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
  await expect(dialog.getByText('This isn’t possible in the current state.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: say.action.start, exact: true })).toBeDisabled();
});
