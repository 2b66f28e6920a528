import type { Session } from '@gpulease/contract/auth';
import type { SecondFactor } from '@gpulease/contract/me';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aMe, anAdminSession } from '../../../testing/samples.ts';

const off: SecondFactor = { enabledAt: null, recoveryCodesLeft: 0, hasPassword: true };
const on: SecondFactor = { ...off, enabledAt: '2026-03-01T10:00:00Z', recoveryCodesLeft: 10 };
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/GPULease:demo?secret=JBSWY3DPEHPK3PXP' };
const codes = ['abcd-efgh-2345-mnop', 'qrst-uvwx-6723-abcd'];

const wrong = (field: string, message: string) => () => {
  const details = { fields: { [field]: message } };
  throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r-1', details });
};

const open = (answers: Answers) =>
  renderApp({ path: '/profile', language: 'en', answers: { getMe: aMe, ...answers } });

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const turnOn = 'Turn on two-step verification';

async function passPassword() {
  await userEvent.click(await screen.findByRole('button', { name: turnOn }));
  const asked = await dialog(turnOn);
  await userEvent.type(await asked.findByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(asked.getByRole('button', { name: 'Continue' }));
}

async function giveCode(code: string) {
  const asked = await dialog(turnOn);
  await userEvent.type(await asked.findByRole('textbox', { name: /^Code/ }), code);
  await userEvent.click(asked.getByRole('button', { name: turnOn }));
}

let downloads: HTMLAnchorElement[];
beforeEach(() => {
  downloads = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this);
  });
});
afterEach(() => void jest.restoreAllMocks());

describe('two-step verification of a customer', () => {
  it('is turned on with the password and a first code, and shows recovery codes', async () => {
    let state = off;
    const { api } = await open({
      getSecondFactor: () => state,
      startSecondFactor: setup,
      confirmSecondFactor: () => {
        state = on;
        return { codes };
      },
    });
    await passPassword();
    expect(await screen.findByTitle('QR code for the authenticator app')).toBeInTheDocument();
    expect(screen.getByText(setup.secret)).toBeVisible();
    await giveCode('123 456');
    const shown = await dialog('Save your recovery codes');
    expect(shown.getByText(/abcd-efgh-2345-mnop/)).toBeVisible();
    expect(api.of('startSecondFactor')[0]?.body).toEqual({ currentPassword: 'Passw0rd' });
    expect(api.of('confirmSecondFactor')[0]?.body).toEqual({ code: '123456' });

    await userEvent.keyboard('{Escape}');
    await userEvent.click(shown.getByRole('button', { name: 'Download' }));
    expect(downloads[0]?.download).toBe('gpulease-recovery-codes.txt');
    expect(atob(downloads[0]!.href.split(',')[1]!)).toBe(`${codes.join('\n')}\n`);
    await userEvent.click(shown.getByRole('button', { name: 'I’ve saved them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/abcd-efgh/)).toBeNull();
    expect(screen.getByText(/10 recovery codes are left\./)).toBeVisible();
  });

  it('shows a wrong password or code at its field', async () => {
    let start: Answers['startSecondFactor'] = wrong('currentPassword', 'currentPassword');
    await open({
      startSecondFactor: () => (typeof start === 'function' ? start(undefined as never) : start!),
      confirmSecondFactor: wrong('code', 'wrongSecondFactorCode'),
    });
    await passPassword();
    expect(await screen.findByText('The current password is wrong.')).toBeVisible();
    start = setup;
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await giveCode('123456');
    expect(await screen.findByText('This code is wrong or was used before.')).toBeVisible();
  });

  it('creates new recovery codes after asking for the password and a code', async () => {
    const { api } = await open({ getSecondFactor: on, renewRecoveryCodes: { codes } });
    const renew = 'Create new recovery codes';
    await userEvent.click(await screen.findByRole('button', { name: renew }));
    const asked = await dialog(renew);
    await userEvent.type(await asked.findByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
    await userEvent.type(asked.getByLabelText(/Code or recovery code/), '123456');
    await userEvent.click(asked.getByRole('button', { name: renew }));
    expect((await dialog('Save your recovery codes')).getByText(/qrst-uvwx-6723-abcd/)).toBeVisible();
    const proof = { currentPassword: 'Passw0rd', code: '123456' };
    expect(api.of('renewRecoveryCodes')[0]?.body).toEqual(proof);
  });

  it('is turned off with a recovery code', async () => {
    let state = on;
    const { api } = await open({
      getSecondFactor: () => state,
      disableSecondFactor: () => void (state = off),
    });
    const turnOff = 'Turn off two-step verification';
    await userEvent.click(await screen.findByRole('button', { name: turnOff }));
    const asked = await dialog(turnOff);
    await userEvent.type(await asked.findByLabelText(/Current password/, { selector: 'input' }), 'Passw0rd');
    await userEvent.type(asked.getByLabelText(/Code or recovery code/), codes[0]!);
    await userEvent.click(asked.getByRole('button', { name: turnOff }));
    expect(await screen.findByText('Two-step verification has been turned off.')).toBeVisible();
    expect(await screen.findByRole('button', { name: turnOn })).toBeVisible();
    expect(api.of('disableSecondFactor')[0]?.body).toMatchObject({ code: 'abcdefgh2345mnop' });
  });

  it('is not offered to an account without a password', async () => {
    await open({ getSecondFactor: { ...off, hasPassword: false } });
    expect(await screen.findByText(/has no password, which two-step verification needs/)).toBeVisible();
    expect(screen.queryByRole('button', { name: turnOn })).toBeNull();
  });
});

describe('required two-step verification of operators', () => {
  const sessionOf = (mustSetUpSecondFactor: boolean): Session => ({
    ...anAdminSession,
    user: { ...anAdminSession.user!, mustSetUpSecondFactor },
  });

  it('is turned on before anything else and shows the recovery codes until they are saved', async () => {
    let isOn = false;
    const { client, router } = await renderApp({
      path: '/admin/users',
      as: 'admin',
      language: 'en',
      answers: {
        getAdminSession: () => sessionOf(!isOn),
        getAdminSecondFactor: () => (isOn ? on : off),
        startAdminSecondFactor: setup,
        confirmAdminSecondFactor: () => {
          isOn = true;
          return { codes };
        },
      },
    });
    expect(await screen.findByText(/requires two-step verification for administrators/)).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/password');
    await passPassword();
    await giveCode('123456');
    await dialog('Save your recovery codes');
    await act(() => client.invalidateQueries({ queryKey: ['getAdminSession'] }));
    const shown = await dialog('Save your recovery codes');
    await userEvent.click(shown.getByRole('button', { name: 'I’ve saved them' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/overview'));
  });

  it('comes after the change of a generated password', async () => {
    const session = sessionOf(true);
    await renderApp({
      path: '/admin/users',
      as: 'admin',
      language: 'en',
      answers: { getAdminSession: { ...session, user: { ...session.user!, mustChangePassword: true } } },
    });
    expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible();
    expect(screen.queryByRole('button', { name: turnOn })).toBeNull();
  });
});
