import { describe, expect, it } from '@jest/globals';
import type { Spending, SpendingChange } from '@gpulease/contract/me';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aConfig, aMe, anApiToken, aSignIn } from '../../testing/samples.ts';

const open = (path: string, answers: Answers) =>
  renderApp({ path, as: 'user', language: 'en', answers: { getMe: aMe, ...answers } });

const cardOf = async (name: string) =>
  within(
    (await screen.findByRole('heading', { name })).closest<HTMLElement>('.pf-v6-c-card') ?? document.body,
  );

const emailCard = () => cardOf('Add email address');

it('changes the password and asks the user to sign in again (SPEC-2.14, SPEC-8.33)', async () => {
  const { api } = await open('/profile', { changePassword: () => undefined });
  const card = await cardOf('Change password');
  await userEvent.type(card.getByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(card.getByLabelText(/New password/, { selector: 'input' }), 'abcdef');
  await userEvent.type(card.getByLabelText(/Confirm password/, { selector: 'input' }), 'abcdef');
  await userEvent.click(card.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Your password has been changed. Sign in again.')).toBeVisible();
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  expect(card.getByLabelText(/New password/, { selector: 'input' })).toHaveValue('');
  expect(api.of('changePassword')[0]?.body).toMatchObject({ newPassword: 'abcdef' });
});

it('changes the phone with the code sent to it (SPEC-2.15)', async () => {
  const { api } = await open('/profile', { changePhone: { ...aMe, phone: '13900139000' } });
  const card = await cardOf('Change phone number');
  await userEvent.type(card.getByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(card.getByLabelText(/New phone number/), '13900139000');
  await userEvent.type(card.getByLabelText(/SMS code/), '123456');
  await userEvent.click(card.getByRole('button', { name: 'Change phone number' }));
  expect(await screen.findByText('13900139000')).toBeVisible();
  expect(api.of('changePhone')[0]?.body).toMatchObject({ phone: '13900139000', smsCode: '123456' });
});

it('adds an email address with the code sent to it (SPEC-1.9, SPEC-2.13, SPEC-9.2)', async () => {
  const { api } = await open('/profile', {
    sendEmailCode: { resendAfter: 60, expiresIn: 600 },
    changeEmail: { ...aMe, email: 'grace@example.com' },
  });
  const card = await emailCard();
  await userEvent.type(card.getByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(card.getByLabelText(/^Email(?! code)/), 'grace@example.com');
  await userEvent.click(card.getByRole('button', { name: 'Send code' }));
  await card.findByRole('button', { name: /Resend in \d+ s/ });
  expect(api.of('sendEmailCode')[0]?.body).toEqual({ email: 'grace@example.com' });
  await userEvent.type(card.getByLabelText(/Email code/), '123456');
  await userEvent.click(card.getByRole('button', { name: 'Add email address' }));
  expect(await screen.findByText('grace@example.com')).toBeVisible();
});

it('shows a wrong code and a taken address at their fields', async () => {
  let code: 'EMAIL_NOT_VERIFIED' | 'EMAIL_TAKEN' = 'EMAIL_NOT_VERIFIED';
  await open('/profile', {
    changeEmail: () => {
      throw new ApiRefusal(400, { code, requestId: 'r-1' });
    },
  });
  const card = await emailCard();
  await userEvent.type(card.getByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(card.getByLabelText(/^Email(?! code)/), 'grace@example.com');
  await userEvent.type(card.getByLabelText(/Email code/), '123456');
  const submit = card.getByRole('button', { name: 'Add email address' });
  await userEvent.click(submit);
  await waitFor(() => expect(card.getByLabelText(/Email code/)).toBeInvalid());
  code = 'EMAIL_TAKEN';
  await userEvent.click(submit);
  expect(await card.findByText('This email address is already taken.')).toBeVisible();
});

it('sets and clears the balance below which the user is notified', async () => {
  const { api } = await open('/profile', {
    updateMe: ({ body }) => ({ ...aMe, ...(body as { balanceAlert: string | null }) }),
  });
  const card = await cardOf('Balance alert');
  const field = await card.findByLabelText('Notify me when my balance is below');
  await userEvent.type(field, '10');
  await userEvent.click(card.getByRole('button', { name: 'Save alert' }));
  expect(await screen.findByText('The balance alert has been set.')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.click(card.getByRole('button', { name: 'Save alert' }));
  expect(await screen.findByText('The balance alert has been turned off.')).toBeVisible();
  expect(api.of('updateMe').map(({ body }) => body)).toEqual([
    { balanceAlert: '72.00' },
    { balanceAlert: null },
  ]);
});

describe('spending limits', () => {
  const spending: Spending = {
    items: [
      { of: 'HOUR', used: '1.58', limit: null },
      { of: 'DAY', used: '12.40', limit: '50.00' },
      { of: 'MONTH', used: '290.00', limit: '300.00' },
    ],
    stops: false,
  };
  const openCard = async (language: 'zh' | 'en' = 'zh') => {
    const updateSpending: Answers['updateSpending'] = ({ body }) => ({
      ...spending,
      stops: (body as SpendingChange).stops,
    });
    const answers = { getMe: aMe, getSpending: spending, updateSpending };
    const app = await renderApp({ path: '/profile#spending-limits', language, answers });
    return { ...app, card: await cardOf(language === 'zh' ? '消费限额' : 'Spending limits') };
  };

  it.each([
    ['zh', '今日消费', '¥12.40 / ¥50.00', '每小时费用 ¥1.58，未设限额'],
    ['en', 'Today', '$1.72 (¥12.40) of $6.94 (¥50.00)', 'Cost per hour $0.22 (¥1.58), no limit'],
  ] as const)('show the current spending (%s)', async (language, name, used, unlimited) => {
    const { card } = await openCard(language);
    expect(await card.findByRole('progressbar', { name })).toHaveAttribute('aria-valuetext', used);
    expect(card.getByText(unlimited)).toBeVisible();
  });

  it('warn that an hourly limit below the current cost stops machines, if limits do', async () => {
    const { card } = await openCard();
    const hour = await card.findByLabelText('每小时费用限额');
    await userEvent.type(hour, '1.57');
    expect(card.queryByText(/将立即停止/)).toBeNull();
    await userEvent.click(card.getByRole('checkbox', { name: '达到限额时停止实例' }));
    expect(await card.findByText('保存后，将立即停止部分实例')).toBeVisible();
    expect(card.getByText(/每小时合计 ¥1\.58，限额为 ¥1\.57。/)).toBeVisible();
    await userEvent.clear(hour);
    await userEvent.type(hour, '1.58');
    expect(card.queryByText(/将立即停止/)).toBeNull();
  });

  it('are set and cleared, with a warning if that stops machines immediately', async () => {
    const { api, card } = await openCard();
    const day = await card.findByLabelText('每日消费限额');
    await userEvent.click(card.getByRole('checkbox', { name: '达到限额时停止实例' }));
    expect(card.queryByText(/将立即停止/)).toBeNull();
    await userEvent.clear(day);
    await userEvent.type(day, '12.4');
    expect(await card.findByText('保存后，您的按量付费和竞价实例将立即停止')).toBeVisible();
    expect(card.getByText('今日已消费 ¥12.40，限额为 ¥12.40。')).toBeVisible();
    await userEvent.clear(card.getByLabelText('每月消费限额'));
    await userEvent.type(card.getByLabelText('每小时费用限额'), '5');
    await userEvent.click(card.getByRole('button', { name: '保存限额' }));
    expect(await screen.findByText('已保存消费限额')).toBeVisible();
    expect(api.of('updateSpending').map(({ body }) => body)).toEqual([
      { hour: '5', day: '12.4', month: null, stops: true },
    ]);
  });
});

it('explains that funds are never added automatically', async () => {
  await open('/profile', {});
  const card = await cardOf('Balance alert');
  expect(await card.findByText(/WeChat Pay has no automatic top-up/)).toBeVisible();
});

it('lists signed-in devices and signs out others, but not this one', async () => {
  const other = {
    ...aSignIn,
    id: 'bb22',
    current: false,
    address: '10.0.0.8',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const { api } = await open('/profile?tab=sessions', {
    listSessions: pageOf([aSignIn, other]),
    endSession: () => undefined,
    endOtherSessions: () => undefined,
  });
  expect(await screen.findByText('Firefox · Linux')).toBeVisible();
  expect(screen.getByText('This device')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /10\.0\.0\.8/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(api.of('endSession')[0]?.url.pathname).toBe('/api/v1/me/sessions/bb22'));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out other devices' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out other devices' }));
  await waitFor(() => expect(api.of('endOtherSessions')).toHaveLength(1));
});

it('creates an API token, by default read-only for 90 days, and shows it once', async () => {
  let isTaken = true;
  const { api, router } = await open('/profile?tab=api-tokens', {
    listApiTokens: pageOf([]),
    getOidcLink: { linked: false, hasPassword: true },
    createApiToken: () => {
      if (isTaken) throw new ApiRefusal(409, { code: 'NAME_TAKEN', requestId: 'r-1' });
      return { ...anApiToken, token: 'gpulease_made-up-secret' };
    },
  });
  await screen.findByText('No tokens yet');
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Name/), 'nightly');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(api.of('createApiToken')).toHaveLength(0);
  await userEvent.type(dialog.getByLabelText(/Current password/), 'correct horse 7');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('This name is already taken.')).toBeVisible();
  isTaken = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByDisplayValue('gpulease_made-up-secret')).toBeVisible();
  expect(screen.getByText(/isn’t shown again/)).toBeVisible();
  expect(api.of('createApiToken')[1]?.body).toEqual({
    name: 'nightly',
    scope: 'READ',
    lifetime: 'DAYS_90',
    currentPassword: 'correct horse 7',
  });
  await userEvent.keyboard('{Escape}');
  await act(() => router.navigate(-1));
  expect(screen.getByDisplayValue('gpulease_made-up-secret')).toBeVisible();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByDisplayValue('gpulease_made-up-secret')).toBeNull());
});

it('lists API tokens, marks expiring ones, and deletes one', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const { api } = await open('/profile?tab=api-tokens', {
    listApiTokens: pageOf([
      anApiToken,
      { ...anApiToken, name: 'soon', scope: 'WRITE', expiresAt: inDays(3) },
      { ...anApiToken, name: 'late', expiresAt: inDays(30) },
      { ...anApiToken, name: 'over', expiresAt: inDays(-1) },
    ]),
    deleteApiToken: () => undefined,
  });
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
  expect((await row('soon')).getByText('Expires soon')).toBeVisible();
  expect((await row('soon')).getByText('Read and write')).toBeVisible();
  expect((await row('over')).getByText('Expired')).toBeVisible();
  expect((await row('late')).queryByText(/Expire/)).toBeNull();
  expect((await row('nightly')).getByText('gpulease_…9f3a')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /nightly/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(api.of('deleteApiToken')[0]?.url.pathname).toBe('/api/v1/me/api-tokens/nightly'),
  );
  expect(await screen.findByText('The token has been deleted.')).toBeVisible();
});

it('lets machines start again when funds are added', async () => {
  const { api } = await open('/profile', { updateMe: { ...aMe, restartOnRecharge: true } });
  const choice = await screen.findByRole('switch', { name: 'Start machines again when funds are added' });
  expect(choice).not.toBeChecked();
  await userEvent.click(choice);
  await waitFor(() => expect(api.of('updateMe')[0]?.body).toEqual({ restartOnRecharge: true }));
  expect(await screen.findByText('Machines start again when funds are added.')).toBeVisible();
});

it('reverts the switch if the setting cannot be saved', async () => {
  await open('/profile', {
    updateMe: () => {
      throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-3' });
    },
  });
  const choice = await screen.findByRole('switch', { name: 'Start machines again when funds are added' });
  await userEvent.click(choice);
  expect(await screen.findByText('r-3')).toBeVisible();
  expect(choice).not.toBeChecked();
});

const linkable = (hasPassword: boolean) => ({
  getConfig: { ...aConfig, singleSignOn: true },
  getOidcLink: { linked: false, hasPassword },
});

it('requires the password to link single sign-on and reports a wrong one', async () => {
  const { api } = await open('/profile', {
    ...linkable(true),
    linkOidc: () => {
      throw new ApiRefusal(400, {
        code: 'INVALID_ARGUMENT',
        requestId: 'r-4',
        details: { fields: { currentPassword: 'currentPassword' } },
      });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Link single sign-on' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(api.of('linkOidc')).toHaveLength(0);
  await userEvent.type(dialog.getByLabelText(/Current password/), 'a guess 123');
  await userEvent.click(dialog.getByRole('button', { name: 'Link single sign-on' }));
  expect(await dialog.findByText('The current password is wrong.')).toBeVisible();
  expect(api.of('linkOidc')[0]?.body).toEqual({ currentPassword: 'a guess 123' });
});

it('requires no password if the account has none, and shows why linking failed', async () => {
  await open('/profile', {
    ...linkable(false),
    linkOidc: () => {
      throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-4' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Link single sign-on' }));
  expect(await screen.findByText('r-4')).toBeVisible();
});

it('does not offer to unlink an account without a password', async () => {
  await open('/profile', { ...linkable(false), getOidcLink: { linked: true, hasPassword: false } });
  expect(await screen.findByText(/Your account has no password/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
});

describe('unsaved input', () => {
  const toSessions = () => userEvent.click(screen.getByRole('tab', { name: 'Signed-in devices' }));

  it('is discarded with its tab only after a confirmation', async () => {
    const { router } = await open('/profile', { listSessions: pageOf([]) });
    await userEvent.type(await screen.findByLabelText(/New phone number/), '139');
    await toSessions();
    await screen.findByRole('dialog', { name: /Discard your changes/ });
    expect(router.state.location.search).toBe('');
  });

  it('needs no confirmation if it is only a password, because browsers fill it in', async () => {
    const { router } = await open('/profile', { listSessions: pageOf([]) });
    const [password] = await screen.findAllByLabelText(/^Current password/);
    await userEvent.type(password!, 'secret');
    await toSessions();
    await waitFor(() => expect(router.state.location.search).toBe('?tab=sessions'));
  });

  it('needs no confirmation once it is saved', async () => {
    const { router } = await open('/profile', {
      listSessions: pageOf([]),
      updateMe: { ...aMe, language: 'en' },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'English' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/The notification language has been updated/);
    await toSessions();
    await waitFor(() => expect(router.state.location.search).toBe('?tab=sessions'));
  });
});

it.each([
  ['zh', '添加公钥', /名称/, /公钥/, '保存', '名称不能包含斜杠、百分号或不可见字符'],
  [
    'en',
    'Add key',
    /Name/,
    /Public key/,
    'Save',
    'A name can’t contain slashes, percent signs or invisible characters.',
  ],
] as const)(
  'saves a public key under a name in any script (%s)',
  async (...[language, add, name, key, save, wrong]) => {
    const publicKey =
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 alice@laptop';
    const created = {
      name: '我的笔记本',
      publicKey,
      fingerprint: 'SHA256:x',
      createdAt: '2026-11-21T09:00:00.000Z',
    };
    const answers = { getMe: aMe, listSshKeys: pageOf([]), createSshKey: created };
    const { api } = await renderApp({ path: '/profile?tab=ssh-keys', language, answers });
    await screen.findByText(language === 'zh' ? '还没有公钥' : 'No keys yet');
    await userEvent.click(screen.getByRole('button', { name: add }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name }), '我的/');
    await userEvent.type(dialog.getByRole('textbox', { name: key }), publicKey);
    await userEvent.click(dialog.getByRole('button', { name: save }));
    expect(await dialog.findByText(wrong)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name }), '{Backspace}笔记本');
    await userEvent.click(dialog.getByRole('button', { name: save }));
    await waitFor(() => expect(api.of('createSshKey')[0]?.body).toEqual({ name: '我的笔记本', publicKey }));
  },
);
