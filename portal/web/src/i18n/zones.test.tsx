/** @jest-environment-options {"timeZone": "America/New_York"} */
import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { ConfigContext } from '../api/config.ts';
import { pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aBillingRecord, aConfig } from '../testing/samples.ts';
import { InstantField } from '../ui/form/instant-field.tsx';
import { formatter } from './format.ts';
import { startI18n } from './i18n.ts';

it('shows calendar days unshifted west of Greenwich', () => {
  expect(formatter('en').date('2026-03-01T00:00:00Z')).toBe('Feb 28, 2026');
  expect(formatter('en').day('2026-03-01')).toBe('Mar 1, 2026');
});

it('shows the day of a deduction unshifted west of Greenwich', async () => {
  const record = { ...aBillingRecord, type: 'DEDUCTION', workload: 'train', day: '2026-03-01' } as const;
  await renderApp({ path: '/billing', language: 'en', answers: { listBillingRecords: pageOf([record]) } });
  expect(await screen.findByText('Mar 1, 2026')).toBeVisible();
});

function Sent() {
  return <output>{useWatch<{ start: string | null }>({ name: 'start' })}</output>;
}

/** A form with one time field, and the value it would send. */
function Start() {
  const form = useForm<{ start: string | null }>({ defaultValues: { start: null } });
  return (
    <ConfigContext value={aConfig}>
      <FormProvider {...form}>
        <InstantField name="start" label="Start" />
        <Sent />
      </FormProvider>
    </ConfigContext>
  );
}

it('takes a typed time as local time and shows it as typed', async () => {
  await startI18n();
  render(<Start />);
  const start = screen.getByLabelText('Start');
  await userEvent.type(start, '2026-03-01 10:00');
  expect(start).toHaveValue('2026-03-01 10:00');
  expect(screen.getByRole('status')).toHaveTextContent('2026-03-01T15:00:00.000Z');
});

it('keeps the typed text while the digits of a year change', async () => {
  await startI18n();
  render(<Start />);
  const start = screen.getByLabelText('Start');
  for (const year of ['0002', '0020', '0202', '2026']) {
    const typed = `${year}-03-01 10:00`;
    fireEvent.change(start, { target: { value: typed } });
    expect(start).toHaveValue(typed);
  }
});
