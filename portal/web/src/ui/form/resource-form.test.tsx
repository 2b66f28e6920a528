import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ErrorDetails } from '@gpulease/contract/common';
import userEvent from '@testing-library/user-event';
import { changeLanguage } from '../../i18n/i18n.ts';
import { ApiRefusal } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const labels = {
  phone: /Phone number/,
  code: /SMS code/,
  username: /Username/,
  password: /^Password/,
  confirm: /Confirm password/,
  invite: /Invite code/,
};

async function fillIn() {
  await userEvent.type(await screen.findByLabelText(labels.phone), '13800138000');
  await userEvent.type(screen.getByLabelText(labels.code), '123456');
  await userEvent.type(screen.getByLabelText(labels.username), 'new-user');
  await userEvent.type(screen.getByLabelText(labels.password, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(screen.getByLabelText(labels.confirm, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(screen.getByLabelText(labels.invite), 'CODE');
  await userEvent.click(screen.getByRole('checkbox'));
}

const register = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));

it('reports every missing field and sends nothing (SPEC-5.18, SPEC-5.22)', async () => {
  const { api } = await renderApp({ path: '/register', as: 'visitor', language: 'en' });
  await screen.findByLabelText(labels.phone);
  await register();
  await screen.findByText('Please read and agree to the terms.');
  expect(screen.getByLabelText(labels.phone)).toBeInvalid();
  expect(screen.getByLabelText(labels.phone)).toHaveAccessibleDescription('This field is required.');
  expect(screen.getByLabelText(labels.phone)).toHaveFocus();
  expect(api.of('register')).toEqual([]);
});

it('translates an error when the language changes', async () => {
  await renderApp({ path: '/register', as: 'visitor', language: 'en' });
  await screen.findByLabelText(labels.phone);
  await register();
  await screen.findByText('Please read and agree to the terms.');
  await waitFor(() => changeLanguage('zh'));
  await screen.findByText('请阅读并同意服务条款');
});

it('sends the body that the contract requires, then opens the login page', async () => {
  const { api, router } = await renderApp({
    path: '/register',
    as: 'visitor',
    language: 'en',
    answers: { register: { username: 'new-user' } },
  });
  await fillIn();
  await register();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(api.of('register')[0]?.body).toEqual({
    phone: '13800138000',
    smsCode: '123456',
    username: 'new-user',
    password: 'Passw0rd',
    confirmPassword: 'Passw0rd',
    inviteCode: 'CODE',
    agreeToTerms: true,
  });
});

const refused = (code: 'INVALID_ARGUMENT' | 'NAME_TAKEN' | 'SERVER_ERROR', details?: ErrorDetails) => ({
  register: () => {
    throw new ApiRefusal(400, { code, requestId: 'r-7', ...(details && { details }) });
  },
});

it("shows the server's refusal at its field", async () => {
  const answers = refused('INVALID_ARGUMENT', { fields: { inviteCode: 'inviteCode' } });
  await renderApp({ path: '/register', as: 'visitor', language: 'en', answers });
  await fillIn();
  await register();
  await screen.findByText('The invite code isn’t valid or has expired.');
  expect(screen.getByLabelText(labels.invite)).toBeInvalid();
});

it('shows a taken name at the name field (SPEC-8.8)', async () => {
  const answers = refused('NAME_TAKEN', { reason: 'USERNAME_TAKEN' });
  await renderApp({ path: '/register', as: 'visitor', language: 'en', answers });
  await fillIn();
  await register();
  await screen.findByText('This username is already taken.');
  expect(screen.getByLabelText(labels.username)).toBeInvalid();
  await waitFor(() => changeLanguage('zh'));
  await screen.findByText('用户名已被注册');
});

it('shows other failures above the form: what failed, why, and the request id (SPEC-8.27)', async () => {
  await renderApp({ path: '/register', as: 'visitor', language: 'en', answers: refused('SERVER_ERROR') });
  await fillIn();
  await register();
  expect(await screen.findByText('Registration failed')).toBeVisible();
  expect(screen.getByText(/The service is temporarily unavailable/)).toBeVisible();
  expect(screen.getByText('r-7')).toBeInTheDocument();
});
