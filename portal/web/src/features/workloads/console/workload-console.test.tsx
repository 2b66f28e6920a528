import { expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const { user, name } = aWorkload;
const taken = () => {
  throw new ApiRefusal(409, {
    code: 'REQUEST_FAILED',
    requestId: 'r-1',
    details: { reason: 'CONSOLE_IN_USE' },
  });
};
const refused = () => {
  throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-2' });
};

it('asks an operator once for a reason and sends it with every connection', async () => {
  let answer: () => never = taken;
  const { api } = await renderApp({
    path: `/admin/workloads/${user}/${name}?tab=console`,
    as: 'admin',
    language: 'en',
    answers: { getAnyWorkload: aWorkload, createAnyConsoleTicket: () => answer() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Open the console/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));
  const field = dialog.getByRole('textbox', { name: /Reason/ });
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(api.of('createAnyConsoleTicket')).toEqual([]);
  await userEvent.type(field, 'Cannot sign in');
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));

  answer = refused;
  await userEvent.click(await screen.findByRole('button', { name: 'Take over' }));
  await screen.findByText('r-2');
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const reason = 'Cannot sign in';
  expect(api.of('createAnyConsoleTicket').map(({ body }) => body)).toEqual([
    { kind: 'SERIAL', takeOver: false, reason },
    { kind: 'SERIAL', takeOver: true, reason },
    { kind: 'SERIAL', takeOver: false, reason },
  ]);
});

it('asks customers for no reason', async () => {
  const { api } = await renderApp({
    path: `/workloads/${name}?tab=console`,
    language: 'en',
    answers: { getWorkload: aWorkload, createConsoleTicket: refused },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  await screen.findByText('r-2');
  expect(api.of('createConsoleTicket').map(({ body }) => body)).toEqual([
    { kind: 'SERIAL', takeOver: false },
  ]);
});

const aTicket = { ticket: 't', expiresAt: '2026-11-21T09:00:30.000Z' };

it.each([true, false])(
  'offers the full window only if the browser supports it, which iPhones do not (%s)',
  async (hasFullScreen) => {
    jest.doMock('./serial-screen.tsx', () => ({ SerialScreen: () => 'The terminal' }));
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: hasFullScreen });
    await renderApp({
      path: `/workloads/${name}?tab=console`,
      language: 'en',
      answers: { getWorkload: aWorkload, createConsoleTicket: aTicket },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('The terminal')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Full window' }) !== null).toBe(hasFullScreen);
  },
);
