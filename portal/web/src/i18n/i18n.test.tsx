import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { followLanguageOfOtherTabs, startI18n } from './i18n.ts';

function Title() {
  return <h1>{useTranslation().t('errors.notFound')}</h1>;
}

it('defaults to Chinese (SPEC-1.21, SPEC-9.6)', async () => {
  localStorage.clear();
  await startI18n();
  render(<Title />);
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
});

it('falls back to the Chinese text if the chosen language lacks it (SPEC-1.22, SPEC-9.6)', async () => {
  localStorage.setItem('language', 'en');
  await startI18n();
  i18next.removeResourceBundle('en', 'translation');
  i18next.addResourceBundle('en', 'translation', {});
  render(<Title />);
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
});

it('follows a language change in another tab', async () => {
  localStorage.clear();
  await startI18n();
  const stop = followLanguageOfOtherTabs();
  render(<Title />);
  localStorage.setItem('language', 'en');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en' })));
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  stop();
});
