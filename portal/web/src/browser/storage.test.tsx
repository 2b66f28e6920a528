import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { reloadOnce } from './chunks.ts';
import { changeLanguage, startI18n } from '../i18n/i18n.ts';
import { ThemeProvider } from '../ui/theme.tsx';

const places = ['localStorage', 'sessionStorage'] as const;
const usual = places.map((place) => [place, globalThis[place]] as const);

beforeEach(() => {
  for (const place of places)
    Object.defineProperty(globalThis, place, {
      configurable: true,
      get: () => {
        throw new DOMException('Storage is forbidden', 'SecurityError');
      },
    });
});

afterEach(() => {
  for (const [place, value] of usual)
    Object.defineProperty(globalThis, place, { configurable: true, value, writable: true });
});

it('falls back to the light theme and Chinese if storage is forbidden, and still changes language', async () => {
  await startI18n();
  render(<ThemeProvider>The page</ThemeProvider>);
  expect(screen.getByText('The page')).toBeVisible();
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  expect(document.documentElement).toHaveAttribute('lang', 'zh');
  await changeLanguage('en');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
});

it('does not reload if it cannot remember having done so', async () => {
  const isReachable = () => Promise.resolve(true);
  let reloads = 0;
  expect(await reloadOnce({ now: 1_000_000, isReachable, reload: () => (reloads += 1) })).toBe(false);
  expect(reloads).toBe(0);
});
