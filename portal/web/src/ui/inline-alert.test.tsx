import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { changeLanguage, startI18n } from '../i18n/i18n.ts';
import { InlineAlert } from './inline-alert.tsx';

it.each([
  ['zh', '警告：'],
  ['en', 'Warning:'],
] as const)('names its kind to screen readers in the language of the page (%s)', async (language, kind) => {
  await startI18n();
  await changeLanguage(language);
  render(<InlineAlert variant="warning" title="Title" />);
  expect(screen.getByRole('heading')).toHaveTextContent(`${kind}Title`);
});
