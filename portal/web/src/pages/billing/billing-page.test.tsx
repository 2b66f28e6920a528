import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const answers = {
  getBillingSummary: { recharged: '0.00', adjusted: '5.00', used: '7.20', days: [] },
  listBillingRecords: pageOf([]),
  listUsage: pageOf([]),
};

it('keeps the period in the address, in another tab too', async () => {
  const { router } = await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(router.state.location.search).toBe('?days=7');
  await userEvent.click(screen.getByRole('tab', { name: 'Usage' }));
  await waitFor(() => expect(router.state.location.search).toBe('?days=7&tab=usage'));
  expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('begins with the period of the address', async () => {
  await renderApp({ path: '/billing?days=90', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('says what is in the sum and what in the list, and whose days they are', async () => {
  await renderApp({ path: '/billing?tab=usage', language: 'en', answers });
  expect(await screen.findByText('Including reserved terms')).toBeVisible();
  expect(screen.getByText(/Reserved terms are among the records/)).toBeVisible();
  expect(screen.getByText('Days are in China time (UTC+8).')).toBeVisible();
});

it('says which balance stands beside a day of usage', async () => {
  await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByText(/one row per day, with the balance after the last charge/)).toBeVisible();
});
