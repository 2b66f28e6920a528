import { beforeAll, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { ConfigContext } from '../../api/config.ts';
import { latestValueIn, LatestValues } from './latest-value.tsx';
import { changeLanguage, startI18n } from '../../i18n/i18n.ts';
import { aConfig } from '../../testing/samples.ts';
import { RadioField, SelectField, TextField } from './inputs.tsx';

const options = [
  { value: 'active', label: 'Enabled' },
  { value: 'inactive', label: 'Disabled' },
];

function Form() {
  const form = useForm({ defaultValues: { status: 'active', mode: 'active', name: 'a' } });
  return (
    <FormProvider {...form}>
      <LatestValues value={latestValueIn({ status: 'inactive', name: '' })}>
        <SelectField name="status" label="Status" options={options} />
        <RadioField name="mode" label="Mode" options={options} />
        <TextField name="name" label="Name" />
      </LatestValues>
    </FormProvider>
  );
}

beforeAll(async () => {
  await startI18n();
  await changeLanguage('en');
});

it("are shown below the field with the options' labels", () => {
  render(
    <ConfigContext value={aConfig}>
      <Form />
    </ConfigContext>,
  );
  expect(screen.getByLabelText('Status')).toHaveAccessibleDescription('Someone else set this to Disabled.');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Someone else set this to –.');
  expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('');
});
