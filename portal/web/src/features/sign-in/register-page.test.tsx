import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUserSession } from '../../testing/samples.ts';

async function register(answers: Answers) {
  const shown = await renderApp({
    path: '/register?inviteCode=DFFR-H120-J92N-B63F&returnTo=%2Fbilling',
    as: 'visitor',
    answers: { register: { username: 'grace' }, ...answers },
  });
  await userEvent.type(await screen.findByLabelText(/手机号/), '13800138000');
  await userEvent.type(screen.getByLabelText(/短信验证码/), '123456');
  await userEvent.type(screen.getByLabelText(/用户名/), 'grace');
  await userEvent.type(screen.getByLabelText(/^密码/, { selector: 'input' }), 'Passw0rd');
  await userEvent.type(screen.getByLabelText(/确认密码/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: '注册' }));
  return shown;
}

it('signs the new user in, and returns to the page that they came from', async () => {
  const { api, router } = await register({ login: aUserSession });
  await waitFor(() => expect(router.state.location.pathname).toBe('/billing'));
  expect(api.of('login')[0]?.body).toEqual({ username: 'grace', password: 'Passw0rd' });
});

it('warns about a common password, but accepts it', async () => {
  const warning = '该密码过于常见，容易被猜到，建议换一个';
  let isWarned = false;
  const answer = () => {
    isWarned = screen.queryByText(warning) !== null;
    return { username: 'grace' };
  };
  await register({ register: answer, login: () => new Promise<never>(() => undefined) });
  await waitFor(() => expect(isWarned).toBe(true));
  await userEvent.type(screen.getByLabelText(/^密码/, { selector: 'input' }), ' of 7 horses');
  expect(screen.queryByText(warning)).toBeNull();
});

it('opens the sign-in page if the sign-in fails', async () => {
  const login = () => {
    throw new ApiRefusal(429, { code: 'REQUEST_FAILED', requestId: 'r-1' });
  };
  const { router } = await register({ login });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toBe('?returnTo=%2Fbilling');
  expect(await screen.findByText('注册成功')).toBeVisible();
});
