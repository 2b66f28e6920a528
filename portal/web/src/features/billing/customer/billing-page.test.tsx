import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const answers = {
  getBillingSummary: { recharged: '0.00', adjusted: '5.00', used: '7.20', days: [] },
  listBillingRecords: pageOf([]),
  listUsage: pageOf([]),
};

it('keeps the period in the address, on other tabs, too', async () => {
  const { router } = await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(router.state.location.search).toBe('?days=7');
  await userEvent.click(screen.getByRole('tab', { name: 'Usage' }));
  await waitFor(() => expect(router.state.location.search).toBe('?days=7&tab=usage'));
  expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('starts with the period in the address', async () => {
  await renderApp({ path: '/billing?days=90', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('explains what the totals and the list contain, and in which time zone days are', async () => {
  await renderApp({ path: '/billing?tab=usage', language: 'en', answers });
  expect(await screen.findByText('Including reserved terms')).toBeVisible();
  expect(screen.getByText(/Reserved terms are among the records/)).toBeVisible();
  expect(screen.getByText('Days are in China time (UTC+8).')).toBeVisible();
});

it('explains the balance beside a day of usage', async () => {
  await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByText(/one row per day, with the balance after the last charge/)).toBeVisible();
});

it('draws no axis if nothing was spent', async () => {
  await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByText('Nothing was spent in this period.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show as a table' })).toBeNull();
});

it.each([
  ['zh', '表格', '2026/3/2'],
  ['en', 'table', 'Mar 2, 2026'],
] as const)(
  'lists the days newest first, and writes them as all dates (%s)',
  async (language, table, newest) => {
    const days = [
      { day: '2026-03-01', recharged: '0.00', used: '1.00' },
      { day: '2026-03-02', recharged: '0.00', used: '2.00' },
    ];
    const getBillingSummary = { ...answers.getBillingSummary, days };
    await renderApp({ path: '/billing', language, answers: { ...answers, getBillingSummary } });
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(table) }));
    const rows = within(screen.getByRole('grid', { name: /day|每日/i })).getAllByRole('row');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toHaveTextContent(newest);
  },
);
