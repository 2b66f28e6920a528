import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shanghaiDay } from '../../../i18n/shanghai-day.ts';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const answers = {
  getBillingSummary: { recharged: '0.00', adjusted: '5.00', used: '7.20', days: [], workloads: [] },
  listBillingRecords: pageOf([]),
  listUsage: pageOf([]),
};

it('stores the period in the URL across tabs', async () => {
  const { router } = await renderApp({ path: '/billing', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(router.state.location.search).toBe('?days=7');
  await userEvent.click(screen.getByRole('tab', { name: 'Usage' }));
  await waitFor(() => expect(router.state.location.search).toBe('?days=7&tab=usage'));
  expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('starts with the period in the URL', async () => {
  await renderApp({ path: '/billing?days=90', language: 'en', answers });
  expect(await screen.findByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('explains what the totals and the list include, and the time zone of days', async () => {
  await renderApp({ path: '/billing?tab=usage', language: 'en', answers });
  expect(await screen.findByText('Including reserved terms')).toBeVisible();
  expect(screen.getByText(/For reserved terms, see the records/)).toBeVisible();
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
  'lists the days with the newest first, in the usual date format (%s)',
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

it('compares days with the previous period, and shows the spending of days and months', async () => {
  const today = shanghaiDay(new Date());
  const spent = (day: string, used: string) => ({ day, recharged: '0.00', used });
  const [shown, all] = [
    [spent(today, '7.20')],
    [
      spent(shanghaiDay(new Date(), -7), '14.40'),
      spent(shanghaiDay(new Date(), -1), '3.60'),
      spent(today, '7.20'),
    ],
  ];
  const summary = { ...answers.getBillingSummary, days: shown };
  const { api } = await renderApp({
    ...{ path: '/billing?days=7', language: 'en' },
    answers: {
      ...answers,
      getBillingSummary: ({ url }) =>
        url.searchParams.get('from') === shanghaiDay(new Date(), -6) ? summary : { ...summary, days: all },
    },
  });
  const valueOf = (term: string) => screen.getByText(term).closest('div');
  await waitFor(() => expect(valueOf('Spent yesterday')).toHaveTextContent('$0.50 (¥3.60)'));
  expect(valueOf('Spent today')).toHaveTextContent('$1.00 (¥7.20)');
  const places = ['today', 'yesterday', 'this month', 'last month'].map((period) =>
    screen.getByText(`Spent ${period}`).closest('.pf-v6-l-grid__item'),
  );
  // Four per row on a desktop, two on smaller screens.
  for (const place of places) expect(place).toHaveClass('pf-m-6-col', 'pf-m-3-col-on-lg');
  expect(new Set(places).size).toBe(4);
  expect(api.of('getBillingSummary')).toHaveLength(2);
  await userEvent.click(await screen.findByRole('button', { name: 'Show as a table' }));
  const [, row] = within(screen.getByRole('grid', { name: 'Spent per day' })).getAllByRole('row');
  expect([...row!.children].slice(1).map((cell) => cell.textContent)).toEqual([
    '$1.00 (¥7.20)',
    '$2.00 (¥14.40)',
  ]);
});

it.each([
  ['en', 'Spent by instance', '$1.80 (¥12.96)', '90%'],
  ['zh', '按实例统计消费', '¥12.96', '90%'],
] as const)(
  'shows the cost of each machine with its share and a link to its records, in %s',
  async (language, title, spent, share) => {
    const workloads = [
      { workload: 'train', used: '12.96' },
      { workload: 'box', used: '1.44' },
    ];
    const getBillingSummary = { ...answers.getBillingSummary, used: '14.40', workloads };
    await renderApp({ path: '/billing', language, answers: { ...answers, getBillingSummary } });
    const table = within(await screen.findByRole('grid', { name: title }));
    const [, first] = table.getAllByRole('row');
    expect([...first!.children].map((cell) => cell.textContent)).toEqual(['train', spent, share]);
    expect(table.getByRole('link', { name: 'train' })).toHaveAttribute(
      'href',
      '/billing?tab=records&workload=train',
    );
  },
);
