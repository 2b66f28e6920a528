import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { languages, type Language } from '@gpulease/contract/enums';
import type { ErrorBody } from '@gpulease/contract/common';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { field, openIn, signIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { expectRefused, submit } from './support/forms.ts';
import { kubectlGet } from './support/kubectl.ts';
import { deductions, newSshKey } from './support/orders.ts';
import { newcomer, smsCodeFor, type Newcomer } from './support/newcomer.ts';
import { RestSession } from './support/rest.ts';
import { eventually } from './support/wait.ts';
import { words, type Words } from './support/words.ts';

const run = promisify(execFile);

async function register(page: Page, person: Newcomer, say: Words): Promise<void> {
  await page.goto(`${demoFacts().url}/register`);
  const send = page.getByRole('button', { name: say.register, exact: true });
  await expect(page.locator('.pf-v6-c-login__main form')).toBeVisible();
  await send.click();
  await expectRefused(page, registration);
  await expect(page.getByText(say.agreeFirst)).toBeVisible();
  await field(page, say.phone).fill(person.phone);
  await page.getByRole('button', { name: say.sendCode }).click();
  await expect(page.getByRole('button', { name: say.resend })).toBeDisabled();
  const smsCode = await smsCodeFor(page, person.phone);
  expect(smsCode).toMatch(/^\d{6}$/);
  await field(page, say.smsCode).fill(smsCode);
  await field(page, say.username).fill(person.username);
  await field(page, say.password).fill(person.password);
  await field(page, say.confirmPassword).fill(person.password);
  await field(page, say.inviteCode).fill(person.inviteCode);
  await page.getByLabel(say.agree).check();
  await send.click();
  await expect(page).toHaveURL(/\/workloads$/);
}

/** Fields of a registration, in the order of the form. */
const registration = ['phone', 'smsCode', 'username', 'password', 'confirmPassword', 'inviteCode'];

async function recharge100(page: Page, say: Words): Promise<void> {
  await page.goto(`${demoFacts().url}/recharge`);
  await field(page, say.recharge.amount).fill(say.recharge.hundred);
  await page.getByRole('button', { name: say.recharge.submit, exact: true }).click();
  await page.getByRole('button', { name: say.recharge.pay }).click();
  await expect(page.getByRole('heading', { name: say.recharge.paid })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(say.recharge.shown);
}

async function order(page: Page, name: string, publicKey: string): Promise<void> {
  const say = words[(await page.locator('html').getAttribute('lang'))?.startsWith('zh') ? 'zh' : 'en'];
  await page.goto(`${demoFacts().url}/workloads/create`);
  await page.getByRole('radio', { name: say.gpu }).press(' ');
  await page.getByRole('radio', { name: say.sku }).press(' ');
  await page.getByRole('radio', { name: /cn-east-1|华东|East/ }).check();
  await expect(page.getByText(say.hold)).toBeVisible();
  await field(page, say.name).fill(name);
  await page.getByRole('radio', { name: /ubuntu-24\.04\)?$/ }).press(' ');
  await page.getByRole('textbox', { name: say.keys }).fill(publicKey);
  await page.getByRole('button', { name: say.more }).click();
  await page.getByRole('button', { name: say.addPort }).click();
  await page.getByRole('button', { name: say.submit }).click();
}

/** Returns the output of a command over SSH, run with the exact line that the page offers to copy. */
async function runOverSsh(command: string, privateKeyFile: string): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  const options = [
    '-i',
    privateKeyFile,
    '-o',
    'StrictHostKeyChecking=no',
    '-o',
    'UserKnownHostsFile=/dev/null',
  ];
  return (await run(program, [...options, ...args, 'nvidia-smi'])).stdout;
}

async function act(page: Page, action: string, name: string, say: Words): Promise<void> {
  await page.getByRole('button', { name: say.actionsOf(name) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

for (const language of languages) {
  test(`a newcomer orders a GPU machine, uses it and pays for it to the second (${language}) (SPEC-1.2, SPEC-1.4, SPEC-1.20, SPEC-9.5, SPEC-10.30, SPEC-10.31, SPEC-10.32)`, async ({
    page,
  }) => {
    const person = await newcomer(`walk-${language}`);
    const key = newSshKey();
    const name = `first-${person.username}`;
    await test.step('a new browser is greeted in Chinese, in the light theme (SPEC-1.21, SPEC-2.1, SPEC-4.25, SPEC-9.6)', async () => {
      await page.goto(demoFacts().url);
      await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.zh.homeTitle);
      await expectTheme(page, 'light');
    });
    const say = await openIn(page, language);

    await test.step('language and theme stay after a reload (SPEC-1.25, SPEC-2.42, SPEC-4.23, SPEC-4.24, SPEC-4.26, SPEC-4.27, SPEC-4.28, SPEC-4.29, SPEC-9.8)', async () => {
      await page.evaluate("addEventListener('resize', () => (window.resizes = (window.resizes ?? 0) + 1))");
      await page.getByRole('button', { name: say.darkTheme }).click();
      await expectTheme(page, 'dark');
      expect(await page.evaluate('window.resizes')).toBe(1);
      await page.reload();
      await expectTheme(page, 'dark');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
      await page.getByRole('button', { name: say.lightTheme }).click();
      await expectTheme(page, 'light');
    });

    await test.step('register with an invite code, which signs in (SPEC-1.1, SPEC-2.3, SPEC-2.5, SPEC-5.9, SPEC-5.12, SPEC-5.15, SPEC-5.17, SPEC-5.18, SPEC-5.21, SPEC-5.22, SPEC-7.2, SPEC-9.1, SPEC-9.2)', () =>
      register(page, person, say));

    await test.step('the menu leads to their own pages and the profile (SPEC-2.6, SPEC-2.9, SPEC-2.12)', async () => {
      const menu = page.getByRole('navigation', { name: /^(用户菜单|User menu)$/ });
      await expect.poll(() => targets(menu)).toEqual(['/workloads', '/billing', '/profile']);
      await menu.locator('a[href="/profile"]').click();
      await expect(page.getByRole('main')).toContainText(person.phone);
    });

    await test.step(`recharge 100 yuan and see it in the masthead (${money[language]}, SPEC-1.5, SPEC-1.7, SPEC-2.11, SPEC-9.7, SPEC-9.9)`, () =>
      recharge100(page, say));

    await test.step('order, and watch it run without reloading (SPEC-1.3, SPEC-2.8, SPEC-4.4)', async () => {
      await order(page, name, key.publicKey);
      await expect(page).toHaveURL(new RegExp(`/workloads/${name}$`));
      await expect(page.getByText(say.status.RUNNING, { exact: true }).first()).toBeVisible({
        timeout: 180_000,
      });
    });

    await test.step('the SSH command works in a terminal', async () => {
      const command = await page.getByRole('textbox', { name: say.sshCommand }).inputValue();
      expect(command).toMatch(/^ssh -p \d+ \S+@\S+$/);
      // The guest responds a moment after it starts.
      await eventually(
        () => runOverSsh(command, key.privateKeyFile),
        (shown) => expect(shown).toContain('A100'),
      );
    });

    await test.step('kubectl shows the same (SPEC-10.24)', async () => {
      const { items } = await kubectlGet<{
        items: { metadata: { name: string }; status: { phase: string; node?: string } }[];
      }>(['workloads.gpulease.dev', '-A']);
      expect(items.find(({ metadata }) => metadata.name === name)?.status.phase).toBe('Running');
      const pieces = await kubectlGet<{
        items: { kind: string; metadata: { labels?: Record<string, string> } }[];
      }>(['vm,vmi,pod', '-A']);
      const kinds = pieces.items
        .filter(({ metadata }) =>
          Object.values(metadata.labels ?? {}).some((value) => value.startsWith(name)),
        )
        .map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(['VirtualMachine', 'VirtualMachineInstance', 'Pod']));
    });

    await test.step('stop, start and destroy it (SPEC-4.6)', async () => {
      await act(page, say.action.stop, name, say);
      await page.getByRole('dialog').getByRole('button', { name: say.action.stop, exact: true }).click();
      await expect(page.getByText(say.status.STOPPED, { exact: true }).first()).toBeVisible({
        timeout: 180_000,
      });
      await act(page, say.action.start, name, say);
      await page.getByRole('dialog').getByRole('button', { name: say.action.start, exact: true }).click();
      await expect(page.getByText(say.status.RUNNING, { exact: true }).first()).toBeVisible({
        timeout: 180_000,
      });
      await act(page, say.action.destroy, name, say);
      await page.getByRole('dialog').getByLabel(say.typeName(name)).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: say.action.destroy, exact: true }).click();
      await expect
        .poll(
          async () =>
            (
              await kubectlGet<{ items: { metadata: { name: string } }[] }>(['workloads.gpulease.dev', '-A'])
            ).items.map(({ metadata }) => metadata.name),
          { timeout: 180_000 },
        )
        .not.toContain(name);
    });

    await test.step('billing shows the deduction, exact to the second (SPEC-1.8, SPEC-2.10, SPEC-3.93, SPEC-4.9)', async () => {
      const session = await RestSession.user(person);
      // The machine is gone before billing has charged for its last seconds.
      await eventually(
        async () => ({
          archived: (await session.get<Workload>(`/workloads/${name}`)).body,
          records: await deductions(session, name),
        }),
        ({ archived, records }) => {
          expect(archived.status).toBe('DESTROYED');
          expect(archived.runs).toHaveLength(2);
          expect(sumFen(records.map(({ amount }) => amount))).toBe(expectedFen(archived));
        },
      );
      await page.goto(`${demoFacts().url}/billing`);
      await expect(page.getByText(say.deduction, { exact: true }).first()).toBeVisible();
      await expect(page.getByText(say.balanceRecharge, { exact: true }).first()).toBeVisible();
    });

    await test.step('the admin console is forbidden to them (SPEC-2.38, SPEC-6.6, SPEC-8.23)', async () => {
      await page.goto(`${demoFacts().url}/admin/users`);
      await expect(page).toHaveURL(/\/403$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('403');
    });

    await test.step('missing pages say so (SPEC-2.39, SPEC-2.40, SPEC-8.24)', async () => {
      for (const path of ['/404', '/nowhere/at/all']) {
        await page.goto(demoFacts().url + path);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('404');
        await expect(page.getByRole('main').locator('a[href="/"]')).toBeVisible();
      }
    });

    await test.step('once deactivated, they are told at sign-in (SPEC-4.15, SPEC-4.16, SPEC-8.14)', () =>
      expectSwitchedOff(person));
  });
}

const money: Readonly<Record<Language, string>> = { zh: 'SPEC-1.23', en: 'SPEC-1.24' };

/** Expects that an inactive account is refused, in Chinese here, and can sign in again once it is active. */
async function expectSwitchedOff(person: Newcomer): Promise<void> {
  const admin = await RestSession.admin();
  const toggle = (status: string) =>
    admin.put(`/admin/users/${person.username}/status`, { status, reason: 'The end of the walk' });
  expect((await toggle('inactive')).status).toBe(200);
  const { username, password } = person;
  const { body } = await new RestSession().post<ErrorBody>('/auth/login', { username, password });
  expect(body).toMatchObject({ code: 'USER_DISABLED', message: '该账号已被停用，请联系客服' });
  expect((await toggle('active')).status).toBe(200);
  await RestSession.user(person);
}

/** Returns the targets of a menu's links, in order. */
async function targets(menu: Locator): Promise<(string | null)[]> {
  const links = await menu.getByRole('link').all();
  return Promise.all(links.map((link) => link.getAttribute('href')));
}

/** Expects the theme on the root of the page and in the browser's storage. */
async function expectTheme(page: Page, theme: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page.locator('html')).toHaveClass(new RegExp(`(^| )${theme}( |$)`));
  expect(await page.evaluate("localStorage.getItem('theme') ?? 'light'")).toBe(theme);
}

/** Computes the price independently of the product: the time of all runs at the hourly price, rounded half up once. */
function expectedFen({ runs, pricing }: Workload): number {
  const milliseconds = runs.reduce(
    (sum, { startedAt, stoppedAt }) => sum + Date.parse(stoppedAt ?? '') - Date.parse(startedAt),
    0,
  );
  return Math.round((Number(pricing.price) * 100 * milliseconds) / 3_600_000);
}

function sumFen(amounts: readonly string[]): number {
  return amounts.reduce((fen, amount) => fen + Math.round(Number(amount) * 100), 0);
}

/** The operators' menu, in the order of the specification. */
const areas = [
  'users',
  'workloads',
  'regions',
  'nodes',
  'gpus',
  'skus',
  'vm-images',
  'invite-code',
  'billings',
] as const;

test('the admin sees everything, and a customer none of it (SPEC-10.28, SPEC-10.33)', async ({ page }) => {
  const say = await openIn(page, 'zh');
  const { url, admin, demo } = demoFacts();

  await test.step('the console has its own sign-in, which requires both fields and reports errors (SPEC-1.19, SPEC-2.4, SPEC-5.7, SPEC-5.8, SPEC-6.4, SPEC-8.26, SPEC-8.32)', async () => {
    await page.goto(`${url}/admin/users`);
    await expect(page).toHaveURL(/\/admin\/login/);
    await expect(page.locator('.pf-v6-c-login__main form')).toBeVisible();
    await submit(page);
    await expectRefused(page, ['username', 'password']);
    await field(page, say.username).fill(`nobody-${Date.now()}`);
    await field(page, say.password).fill('Wrong-123');
    await submit(page);
    await expect(page.getByText('登录失败')).toBeVisible();
    await expect(page.getByText('用户名或密码错误')).toBeVisible();
    await signIn(page, admin, say);
    await expect(page).toHaveURL(/\/admin\/users/);
  });

  await test.step('the menu has the order of the specification (SPEC-2.16)', async () => {
    const menu = page.getByRole('navigation', { name: '管理菜单' });
    const first = async () => (await targets(menu)).slice(0, areas.length);
    await expect.poll(first).toEqual(areas.map((area) => `/admin/${area}`));
  });

  await test.step('users are listed (SPEC-2.17)', async () => {
    await expect(page.getByText(demo.username, { exact: true })).toBeVisible();
  });

  await test.step('workloads are listed', async () => {
    await page.getByRole('link', { name: say.adminWorkloads, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: say.adminWorkloads })).toBeVisible();
  });

  await test.step('invite codes are made and listed (SPEC-1.17, SPEC-2.36, SPEC-3.78, SPEC-3.79, SPEC-4.20, SPEC-10.29)', async () => {
    await page.locator('nav a[href="/admin/invite-code"]').first().click();
    await page.getByRole('button', { name: '生成邀请码' }).first().click();
    await page.getByRole('dialog').locator('[name=quantity]').fill('2');
    await page.getByRole('dialog').getByRole('button', { name: '生成邀请码' }).click();
    await expect(page.getByText('已生成 2 个邀请码')).toBeVisible();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ hasText: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/ });
    await expect(row.filter({ hasText: '可用' }).nth(1)).toBeVisible();
  });

  await test.step('billing records of all users are listed (SPEC-2.37)', async () => {
    await page.locator('nav a[href="/admin/billings"]').first().click();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /walk-.*充值/ })
        .first(),
    ).toBeVisible();
  });

  await test.step('a customer is refused by the server, too (SPEC-6.5)', async () => {
    const [operator, customer] = [await RestSession.admin(), await RestSession.user()];
    for (const area of [...areas.filter((one) => one !== 'invite-code'), 'invite-codes']) {
      expect((await operator.get(`/admin/${area}`)).status, area).toBe(200);
      expect([401, 403], area).toContain((await customer.get(`/admin/${area}`)).status);
    }
  });
});
