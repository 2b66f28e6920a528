import { beforeEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider, useTheme } from './theme.tsx';
import { expectConsoleErrors } from '../testing/console.ts';

function Probe() {
  const { theme, toggleTheme, refreshSignal } = useTheme();
  return (
    <button onClick={toggleTheme}>
      {theme} {refreshSignal}
    </button>
  );
}

function renderProbe() {
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  );
}

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  root.className = '';
});

it('starts light when no theme is stored (SPEC-4.25, SPEC-9.8)', () => {
  renderProbe();
  expect(screen.getByRole('button')).toHaveTextContent('light 0');
  expect(root).toHaveClass('light');
  expect(root).toHaveAttribute('data-theme', 'light');
  expect(root).not.toHaveClass('pf-v6-theme-dark');
});

it('starts with the stored theme (SPEC-4.24, SPEC-9.8)', () => {
  localStorage.setItem('theme', 'dark');
  renderProbe();
  expect(root).toHaveClass('dark', 'pf-v6-theme-dark');
});

it('treats any other stored value as light', () => {
  localStorage.setItem('theme', 'sepia');
  renderProbe();
  expect(screen.getByRole('button')).toHaveTextContent('light');
});

it('changes class and attribute, stores the choice and dispatches a resize event on each toggle (SPEC-1.25, SPEC-4.23, SPEC-4.26, SPEC-4.27, SPEC-4.28, SPEC-4.29)', async () => {
  renderProbe();
  let resizes = 0;
  window.addEventListener('resize', () => (resizes += 1));

  await userEvent.click(screen.getByRole('button'));
  expect(root).toHaveClass('dark', 'pf-v6-theme-dark');
  expect(root).not.toHaveClass('light');
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(resizes).toBe(1);

  await userEvent.click(screen.getByRole('button'));
  expect(root).toHaveClass('light');
  expect(localStorage.getItem('theme')).toBe('light');
  expect(resizes).toBe(2);
});

it('counts every toggle as a refresh signal (SPEC-4.30)', async () => {
  renderProbe();
  await userEvent.click(screen.getByRole('button'));
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('light 2');
});

it('follows a toggle in another tab', () => {
  renderProbe();
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })));
  expect(root).toHaveClass('dark', 'pf-v6-theme-dark');
  expect(screen.getByRole('button')).toHaveTextContent('dark');
});

it('throws outside its provider (SPEC-6.7)', () => {
  expectConsoleErrors();
  expect(() => act(() => render(<Probe />))).toThrow('useTheme must be used within a ThemeProvider');
});
