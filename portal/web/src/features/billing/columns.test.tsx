import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { shanghaiDay } from '../../i18n/shanghai-day.ts';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aBillingRecord } from '../../testing/samples.ts';

it.each([
  ['RECHARGE', '100.00', '充值', '+¥100.00'],
  ['DEDUCTION', '498.00', '扣费', '-¥498.00'],
  ['DEDUCTION', '-398.40', '退款', '+¥398.40'],
] as const)('shows a %s of %s as %s %s', async (type, amount, word, sum) => {
  const record = { ...aBillingRecord, type, amount, paymentAmount: null, paymentMethod: null };
  await renderApp({ path: '/billing', answers: { listBillingRecords: pageOf([record]) } });
  expect(await screen.findByText(word, { selector: 'td *' })).toBeVisible();
  expect(screen.getByText(sum)).toBeVisible();
});

it.each([
  ['only the day of its usage', '2026-11-24', '2026/11/24'],
  ['that today is not over', shanghaiDay(new Date()), /（已结算部分）$/],
])('shows %s', async (_, day, text) => {
  const date = '2026-11-24T16:00:00.000Z';
  const record = { ...aBillingRecord, type: 'DEDUCTION', workload: 'train', date, day } as const;
  await renderApp({ path: '/billing', answers: { listBillingRecords: pageOf([record]) } });
  expect(await screen.findByText(text)).toBeVisible();
});

it('omits empty fields of a deduction from its card, but keeps amount, time and machine', async () => {
  const record = { ...aBillingRecord, type: 'DEDUCTION', paymentMethod: null, paymentAmount: null } as const;
  const shown = { ...record, operator: null, remark: '', workload: 'train' };
  await renderApp({ path: '/billing', language: 'en', answers: { listBillingRecords: pageOf([shown]) } });
  await screen.findByText('train');
  const cells = [...document.querySelectorAll('td:not(.gpulease-card-hidden)')];
  expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual([
    'Time',
    'Type',
    'Amount',
    'Balance after',
    'Instance',
  ]);
});

it('shows all fields of a payment on its card, and does not repeat the title of the tab', async () => {
  await renderApp({
    path: '/billing',
    language: 'en',
    answers: { listBillingRecords: pageOf([{ ...aBillingRecord, operator: 'admin', remark: 'a gift' }]) },
  });
  await screen.findByText('a gift');
  const cells = [...document.querySelectorAll('td:not(.gpulease-card-hidden)')];
  expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(
    expect.arrayContaining(['Paid', 'Credited at', 'Operator']),
  );
  expect(screen.getByRole('heading', { name: 'Records' })).toHaveClass('pf-v6-screen-reader');
});
