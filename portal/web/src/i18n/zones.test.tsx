/** @jest-environment-options {"timeZone": "America/New_York"} */
import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { ConfigContext } from '../api/config.ts';
import { pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aBillingRecord, aConfig } from '../testing/samples.ts';
import { InstantField } from '../ui/form/inputs.tsx';
import { formatter } from './format.ts';
import { startI18n } from './i18n.ts';

it('shows a calendar day as that day, west of Greenwich too', () => {
  expect(formatter('en').date('2026-03-01T00:00:00Z')).toBe('Feb 28, 2026');
  expect(formatter('en').day('2026-03-01')).toBe('Mar 1, 2026');
});

it('shows the day of a deduction as that day, west of Greenwich too', async () => {
  const record = { ...aBillingRecord, type: 'DEDUCTION', workload: 'train', day: '2026-03-01' } as const;
  await renderApp({ path: '/billing', language: 'en', answers: { listBillingRecords: pageOf([record]) } });
  expect(await screen.findByText('Mar 1, 2026')).toBeVisible();
});

function Start() {
  return (
    <ConfigContext value={aConfig}>
      <FormProvider {...useForm()}>
        <InstantField name="start" label="Start" />
      </FormProvider>
    </ConfigContext>
  );
}

it('keeps the minute while the digits of a year are typed', async () => {
  await startI18n();
  render(<Start />);
  const start = screen.getByLabelText('Start');
  for (const year of ['0002', '0020', '0202', '2026']) {
    const typed = `${year}-03-01T10:00`;
    fireEvent.change(start, { target: { value: typed } });
    expect(start).toHaveValue(typed);
  }
});
