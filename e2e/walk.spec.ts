import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { languages, type Language } from '@gpulease/contract/enums';
import type { InviteCode } from '@gpulease/contract/admin';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, test, type Page } from '@playwright/test';
import { field, openIn, signIn } from './support/console.ts';
import { demoFacts, type Account } from './support/demo.ts';
import { kubectlGet } from './support/kubectl.ts';
import { deductions, newSshKey } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { eventually } from './support/wait.ts';
import { words, type Words } from './support/words.ts';

const run = promisify(execFile);

interface Newcomer extends Account {
  phone: string;
  inviteCode: string;
}

/** Someone who has an invite code from the admin and nothing else. */
async function newcomer(language: Language): Promise<Newcomer> {
  const admin = await RestSession.admin();
  const expirationDate = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await admin.post<{ items: InviteCode[] }>('/admin/invite-codes', {
    quantity: 1,
    expirationDate,
  });
  const digits = String(Date.now()).slice(-8);
  return {
    username: `walk-${language}-${digits}`,
    password: `Walk-${digits}`,
    phone: `139${digits}`,
    inviteCode: body.items[0]?.code ?? '',
  };
}

async function register(page: Page, person: Newcomer, say: Words): Promise<void> {
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

/** Reads the code from the sandbox page, in a second tab. */
async function smsCodeFor(page: Page, phone: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(`${demoFacts().url}/test`);
  const row = outbox.getByRole('row').filter({ hasText: phone }).first();
  await expect(row).toBeVisible();
  const code = /\b\d{6}\b/.exec((await row.textContent())?.replace(phone, '') ?? '')?.[0] ?? '';
  await outbox.close();
  return code;
}

async function recharge100(page: Page, say: Words): Promise<void> {
  await page.goto(`${demoFacts().url}/recharge`);
  await field(page, say.recharge.amount).fill(say.recharge.hundred);
  await page.getByRole('button', { name: say.recharge.submit, exact: true }).click();
  await page.getByRole('button', { name: say.recharge.pay }).click();
  await expect(page.getByRole('heading', { name: say.recharge.paid })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(say.recharge.hundred);
}

async function order(page: Page, name: string, publicKey: string): Promise<void> {
  const say = words[(await page.locator('html').getAttribute('lang'))?.startsWith('zh') ? 'zh' : 'en'];
  await page.goto(`${demoFacts().url}/workloads/create`);
  await page.getByRole('radio', { name: say.gpu }).press(' ');
  await page.getByRole('radio', { name: say.sku }).press(' ');
  await page.getByRole('radio', { name: /cn-east-1|华东|East/ }).check();
  await expect(page.getByText(say.hold)).toBeVisible();
  await field(page, say.name).fill(name);
  await field(page, say.image).selectOption('ubuntu-24.04');
  await page.getByRole('textbox', { name: say.keys }).fill(publicKey);
  await page.getByRole('button', { name: say.addPort }).click();
  await page.getByRole('button', { name: say.submit }).click();
}

/** What `ssh` prints for a command, with the very line that the page offers to copy. */
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
  test(`a newcomer orders a GPU machine, uses it and pays for it to the second (${language}) (SPEC-1.1, SPEC-1.2, SPEC-1.3, SPEC-1.4, SPEC-1.5, SPEC-1.7, SPEC-1.8, SPEC-2.3, SPEC-2.42, SPEC-9.9, SPEC-10.30, SPEC-10.31, SPEC-10.32)`, async ({
    page,
  }) => {
    const person = await newcomer(language);
    const key = newSshKey();
    const name = `first-${person.username}`;
    const say = await openIn(page, language);

    await test.step('language and theme stay after a reload', async () => {
      await page.getByRole('button', { name: say.darkTheme }).click();
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
      await page.getByRole('button', { name: say.lightTheme }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    });

    await test.step('register with an invite code, which signs in', () => register(page, person, say));

    await test.step('recharge 100 yuan and see it in the masthead', () => recharge100(page, say));

    await test.step('order, and watch it run without reloading', async () => {
      await order(page, name, key.publicKey);
      await expect(page).toHaveURL(new RegExp(`/workloads/${name}$`));
      await expect(page.getByText(say.status.RUNNING, { exact: true }).first()).toBeVisible({
        timeout: 180_000,
      });
    });

    await test.step('the SSH command works in a terminal', async () => {
      const command = await page.getByRole('textbox', { name: say.sshCommand }).inputValue();
      expect(command).toMatch(/^ssh -p \d+ \S+@\S+$/);
      // The guest answers a moment after it runs.
      await eventually(
        () => runOverSsh(command, key.privateKeyFile),
        (shown) => expect(shown).toContain('A100'),
      );
    });

    await test.step('kubectl tells the same story', async () => {
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

    await test.step('stop, start and destroy it', async () => {
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

    await test.step('billing shows the deduction, exact to the second', async () => {
      const session = await RestSession.user(person);
      // The machine is gone before billing has charged for its last seconds.
      await eventually(
        async () => ({
          archived: (await session.get<Workload>(`/workloads/${name}`)).body,
          records: await deductions(session, name),
        }),
        ({ archived, records }) => {
          expect(archived.runs).toHaveLength(2);
          expect(sumFen(records.map(({ amount }) => amount))).toBe(expectedFen(archived));
        },
      );
      await page.goto(`${demoFacts().url}/billing`);
      await expect(page.getByText(say.deduction, { exact: true }).first()).toBeVisible();
      await expect(page.getByText(say.balanceRecharge, { exact: true }).first()).toBeVisible();
    });
  });
}

/** The price list's own arithmetic, apart from the product's: the time of all runs at the hour's price, rounded half up once. */
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

test('the admin sees users and workloads, and a customer does not see the admin console (SPEC-10.28, SPEC-10.33)', async ({
  page,
}) => {
  const say = await openIn(page, 'zh');
  const { url, admin, demo } = demoFacts();
  await page.goto(`${url}/admin/users`);
  await expect(page).toHaveURL(/\/admin\/login/);
  await signIn(page, admin, say);
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(page.getByText(demo.username, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: say.adminWorkloads, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: say.adminWorkloads })).toBeVisible();
});
