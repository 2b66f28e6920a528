import { expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aConfig } from '../../testing/samples.ts';

const credentials = async () => {
  await userEvent.type(await screen.findByRole('textbox', { name: /用户名/ }), 'grace');
  await userEvent.type(screen.getByLabelText(/密码/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
};

it('shows that the sign-in failed, with the reason below (SPEC-8.26)', async () => {
  const login = () => {
    throw new ApiRefusal(401, { code: 'INVALID_CREDENTIALS', requestId: 'r-1' });
  };
  await renderApp({ path: '/login', as: 'visitor', answers: { login } });
  await credentials();
  expect(await screen.findByText('登录失败')).toBeVisible();
  expect(screen.getByText('账号或密码错误')).toBeVisible();
});

it.each(['/login', '/admin/login'])(
  'focuses the first field at %s, and shows no error when it is left empty',
  async (path) => {
    await renderApp({ path, as: 'visitor', language: 'en', answers: {} });
    const username = await screen.findByRole('textbox', { name: /Username/ });
    expect(username).toHaveFocus();
    await userEvent.tab();
    expect(screen.queryByText('This field is required.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  },
);

it('has a separate text for operators (SPEC-8.32)', async () => {
  const adminLogin = () => {
    const details = { reason: 'WRONG_USERNAME_OR_PASSWORD' } as const;
    throw new ApiRefusal(401, { code: 'INVALID_CREDENTIALS', requestId: 'r-1', details });
  };
  await renderApp({ path: '/admin/login', as: 'visitor', answers: { adminLogin } });
  await credentials();
  expect(await screen.findByText('登录失败')).toBeVisible();
  expect(screen.getByText('用户名或密码错误')).toBeVisible();
});

it.each([
  ['login', '/login'],
  ['adminLogin', '/admin/login'],
] as const)('solves a captcha immediately if the server requires one: %s', async (operation, path) => {
  const details = { captcha: 'required' } as const;
  const answers = {
    [operation]: () => {
      throw new ApiRefusal(400, { code: 'INVALID_CAPTCHA_TOKEN', requestId: 'r-1', details });
    },
    getCaptcha: () => {
      throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-2' });
    },
  };
  const { api } = await renderApp({ path, as: 'visitor', answers });
  await credentials();
  expect(await screen.findByText('登录失败')).toBeVisible();
  expect(screen.queryByText('人机验证未通过，请重试')).toBeNull();
  expect(api.of('getCaptcha')).toHaveLength(1);
});

it('sends one code if the button is double-clicked', async () => {
  const getCaptcha = () => {
    throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-2' });
  };
  const { api } = await renderApp({ path: '/login', as: 'visitor', language: 'en', answers: { getCaptcha } });
  await userEvent.click(await screen.findByRole('tab', { name: 'By phone' }));
  await userEvent.type(await screen.findByLabelText(/Phone/), '13800138000');
  const send = screen.getByRole('button', { name: 'Send code' });
  act(() => {
    send.click();
    send.click();
  });
  expect(await screen.findByText('Couldn’t send the code')).toBeVisible();
  expect(api.of('getCaptcha')).toHaveLength(1);
});

it('shows the human verification while it runs, and can cancel it (SPEC-7.1)', async () => {
  const getCaptcha = () => new Promise<never>(() => undefined);
  const { api } = await renderApp({ path: '/login', as: 'visitor', language: 'en', answers: { getCaptcha } });
  await userEvent.click(await screen.findByRole('tab', { name: 'By phone' }));
  await userEvent.type(await screen.findByLabelText(/Phone/), '13800138000');
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  const dialog = await screen.findByRole('dialog', { name: 'Human verification' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('sendSmsCode')).toEqual([]);
});

it('shows that a code could not be sent, with the reason below (SPEC-8.28)', async () => {
  const getCaptcha = () => {
    throw new ApiRefusal(429, {
      code: 'REQUEST_FAILED',
      requestId: 'r-2',
      details: { reason: 'RATE_LIMITED', retryAfter: 30 },
    });
  };
  await renderApp({ path: '/login', as: 'visitor', answers: { getCaptcha } });
  await userEvent.click(await screen.findByRole('tab', { name: '手机登录' }));
  await userEvent.type(await screen.findByLabelText(/手机号/), '13800138000');
  await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
  expect(await screen.findByText('验证码发送失败')).toBeVisible();
  expect(screen.getByText('操作过于频繁，请稍后再试')).toBeVisible();
});

it.each([
  ['&reason=EMAIL_UNVERIFIED', '单位账号的邮箱尚未验证，请验证后重新登录'],
  ['&reason=NONE', '邮箱验证码错误或已过期'],
])('shows why single sign-on failed: %s', async (reason, text) => {
  await renderApp({ path: `/login?failure=EMAIL_NOT_VERIFIED${reason}`, as: 'visitor', answers: {} });
  expect(await screen.findByText(text)).toBeVisible();
});

it.each([
  ['zh', '手机登录', '登录', '此项为必填项', '沙箱页面'],
  ['en', 'By phone', 'Sign in', 'This field is required.', 'its page'],
] as const)(
  'requires phone and code, and links to the sandbox, which shows the code (%s)',
  async (...[language, tab, submit, required, link]) => {
    await renderApp({ path: '/login', as: 'visitor', language, answers: {} });
    await userEvent.click(await screen.findByRole('tab', { name: tab }));
    expect(screen.getByRole('link', { name: new RegExp(link) })).toHaveAttribute('href', '/test');
    await userEvent.click(screen.getByRole('button', { name: submit }));
    expect(await screen.findAllByText(required)).toHaveLength(2);
  },
);

it('does not mention a sandbox if messages are really sent', async () => {
  const getConfig = { ...aConfig, sandbox: false };
  await renderApp({ path: '/login', as: 'visitor', answers: { getConfig } });
  await userEvent.click(await screen.findByRole('tab', { name: '手机登录' }));
  expect(screen.getByLabelText(/短信验证码/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /沙箱/ })).toBeNull();
});

it('has the language and theme buttons beside the brand, before the title', async () => {
  await renderApp({ path: '/login', as: 'visitor', answers: {} });
  const title = await screen.findByRole('heading', { level: 1 });
  expect(within(title.closest('main')!).queryByRole('button', { name: /语言/ })).toBeNull();
  expect(screen.getByRole('button', { name: /语言/ })).toBeVisible();
});
