import { expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { keepText } from '../../browser/storage.ts';
import { startI18n } from '../../i18n/i18n.ts';
import { DateInput } from './date-input.tsx';

function Input({ hasTime = false }: { readonly hasTime?: boolean }) {
  const [typed, setTyped] = useState(hasTime ? '2026-03-01 09:30' : '2026-03-01');
  return (
    <>
      <DateInput label="Start" aria-label="Start" hasTime={hasTime} typed={typed} onTyped={setTyped} />
      <input aria-label="Other" />
    </>
  );
}

async function open(language: 'zh' | 'en', input = <Input />) {
  keepText('localStorage', 'language', language);
  await startI18n();
  render(input);
  const button = screen.getByRole('button', { name: /Start$/ });
  await userEvent.click(button);
  const calendar = await screen.findByRole('dialog', { name: /Start$/ });
  await waitFor(() => expect(calendar).toBeVisible());
  return { button, calendar };
}

const words = {
  zh: {
    ...{ month: '三月', name: '日历：Start', day: '2026/3/15', first: '星期一' },
    labels: ['上个月', '下个月', '年份'],
  },
  en: {
    ...{ month: 'March', name: 'Calendar: Start', day: 'Mar 15, 2026', first: 'Sunday' },
    labels: ['Previous month', 'Next month', 'Year'],
  },
};

it.each(['zh', 'en'] as const)('has a calendar in the console’s language (%s)', async (language) => {
  const { month, name, day, first, labels } = words[language];
  const { calendar } = await open(language);
  expect(calendar).toHaveAccessibleName(name);
  for (const label of labels) expect(within(calendar).getByLabelText(label)).toBeVisible();
  expect(within(calendar).getByRole('button', { name: day })).toHaveTextContent('15');
  expect(within(calendar).getAllByRole('columnheader')[0]).toHaveTextContent(first);
  await userEvent.click(within(calendar).getByRole('button', { name: month }));
  const months = await within(calendar).findByRole('listbox');
  expect(within(months).getAllByRole('option')[2]).toHaveTextContent(month);
});

it('replaces the typed day with the chosen one and keeps the time', async () => {
  const { button, calendar } = await open('en', <Input hasTime />);
  await userEvent.click(within(calendar).getByRole('button', { name: 'Mar 15, 2026' }));
  expect(screen.getByLabelText('Start')).toHaveValue('2026-03-15 09:30');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button).toHaveFocus();
});

it('works with the keyboard alone', async () => {
  const { button, calendar } = await open('en');
  await waitFor(() => expect(within(calendar).getByRole('button', { name: 'Mar 1, 2026' })).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect(screen.getByLabelText('Start')).toHaveValue('2026-03-09');
  await waitFor(() => expect(button).toHaveFocus());
});

it('closes on Escape or when the button is pressed again, without a change', async () => {
  const { button } = await open('en');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button).toHaveFocus();
  await userEvent.click(button);
  await screen.findByRole('dialog');
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Start')).toHaveValue('2026-03-01');
});

it('closes when the user clicks another field, which gets the focus', async () => {
  await open('en');
  await userEvent.click(screen.getByLabelText('Other'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Other')).toHaveFocus();
});
