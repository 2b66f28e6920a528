import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const filled = { phone: '13800138000', smsCode: '123456', newPassword: 'another horse 8' };

async function fillIn() {
  await userEvent.type(await screen.findByRole('textbox', { name: /Phone/ }), filled.phone);
  await userEvent.type(screen.getByRole('textbox', { name: /SMS code/ }), filled.smsCode);
  await userEvent.type(screen.getByLabelText(/New password/), filled.newPassword);
  await userEvent.type(screen.getByLabelText(/Confirm password/), filled.newPassword);
  await userEvent.click(screen.getByRole('button', { name: 'Reset password' }));
}

const body = (keep: object) => ({ ...filled, confirmPassword: filled.newPassword, keep });

it('resets immediately if the password is the only way in', async () => {
  const { api } = await renderApp({
    path: '/forgot-password',
    as: 'visitor',
    language: 'en',
    answers: {
      listWaysInByPhone: { apiTokens: [], singleSignOn: false },
      resetPasswordByPhone: () => undefined,
    },
  });
  await fillIn();
  await screen.findByText(/Password reset/);
  expect(api.of('resetPasswordByPhone')[0]?.body).toEqual(body({ apiTokens: [], singleSignOn: false }));
});

it('lists the other ways in, and keeps only the selected ones', async () => {
  let isBroken = true;
  const { api } = await renderApp({
    path: '/forgot-password',
    as: 'visitor',
    language: 'en',
    answers: {
      listWaysInByPhone: { apiTokens: ['ci', 'unknown'], singleSignOn: true },
      resetPasswordByPhone: () => {
        if (isBroken) throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-1' });
      },
    },
  });
  await fillIn();
  const dialog = within(await screen.findByRole('dialog', { name: 'What else can access your account?' }));
  expect(dialog.getByRole('checkbox', { name: 'Single sign-on' })).not.toBeChecked();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'API token ci' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }));
  await dialog.findByText('r-1');
  isBroken = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }));
  await screen.findByText(/Password reset/);
  expect(api.of('resetPasswordByPhone')[1]?.body).toEqual(body({ apiTokens: ['ci'], singleSignOn: false }));
});
