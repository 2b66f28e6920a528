import type { SignInAnswer } from '@gpulease/contract/auth';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anAdminSession, aUserSession } from '../../testing/samples.ts';

const waits: SignInAnswer = {
  user: null,
  expiresAt: null,
  secondFactor: { token: 'of-this-sign-in', expiresAt: '2026-01-01T00:10:00Z' },
};

async function passFirstStep(path: string, answers: Answers) {
  const app = await renderApp({ path, as: 'visitor', language: 'en', answers });
  await userEvent.type(await screen.findByRole('textbox', { name: /Username/ }), 'grace');
  await userEvent.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' });
  return app;
}

const codeField = () => screen.findByRole('textbox', { name: /^Code/ });
const signIn = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

describe('with two-step verification', () => {
  it('asks customers for a code from the app, then opens the requested page', async () => {
    const { api, router } = await passFirstStep('/login?returnTo=%2Fnotices', {
      login: waits,
      finishLogin: aUserSession,
      listNotices: { ...pageOf([]), unread: 0 },
    });
    const code = await codeField();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    await userEvent.type(code, '123 456');
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/notices'));
    expect(api.of('finishLogin')[0]?.body).toEqual({ token: 'of-this-sign-in', code: '123456' });
  });

  it('asks operators for a code on their sign-in page', async () => {
    const { api, router } = await passFirstStep('/admin/login', {
      adminLogin: waits,
      finishAdminLogin: anAdminSession,
    });
    await userEvent.type(await codeField(), '123456');
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/overview'));
    expect(api.of('finishAdminLogin')).toHaveLength(1);
  });

  it('accepts a recovery code instead', async () => {
    const { api, router } = await passFirstStep('/login', { login: waits, finishLogin: aUserSession });
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const code = await screen.findByRole('textbox', { name: /^Recovery code/ });
    expect(code).toHaveFocus();
    expect(screen.getByText(/Lost your recovery codes, too/)).toBeVisible();
    await userEvent.type(code, 'ABCD-efgh-2345-mnop');
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/workloads'));
    expect(api.of('finishLogin')[0]?.body).toEqual({ token: 'of-this-sign-in', code: 'abcdefgh2345mnop' });
  });

  it('shows a wrong code at the field, and a short one without a request', async () => {
    const finishLogin = () => {
      const details = { fields: { code: 'wrongSecondFactorCode' } };
      throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r-1', details });
    };
    const { api } = await passFirstStep('/login', { login: waits, finishLogin });
    await userEvent.type(await codeField(), '1234');
    await signIn();
    expect(await screen.findByText(/Enter the 6-digit code from the app/)).toBeVisible();
    expect(api.of('finishLogin')).toEqual([]);
    await userEvent.type(await codeField(), '56');
    await signIn();
    expect(await screen.findByText('This code is wrong or was used before.')).toBeVisible();
    expect(await codeField()).toBeInvalid();
  });

  it('reports an expired sign-in and starts over', async () => {
    const finishLogin = () => {
      const details = { reason: 'SECOND_FACTOR_EXPIRED' } as const;
      throw new ApiRefusal(401, { code: 'INVALID_CREDENTIALS', requestId: 'r-1', details });
    };
    await passFirstStep('/login', { login: waits, finishLogin });
    await userEvent.type(await codeField(), '123456');
    await signIn();
    expect(await screen.findByText(/timed out or had too many attempts/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('textbox', { name: /Username/ })).toBeVisible();
  });
});
