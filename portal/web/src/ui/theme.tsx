import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { keepText, readText } from '../browser/storage.ts';
import { onStoredByOtherTab } from '../browser/other-tabs.ts';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';

interface ThemeContext {
  readonly theme: Theme;
  readonly toggleTheme: () => void;
  /** Counts toggles. Components that draw themselves, such as charts, redraw when it changes. */
  readonly refreshSignal: number;
}

const Context = createContext<ThemeContext | undefined>(undefined);

/** Provides the theme to all components below, applies it to the root element and stores it. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  const [refreshSignal, setRefreshSignal] = useState(0);

  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => onStoredByOtherTab(STORAGE_KEY, () => setTheme(keptTheme())), []);

  const toggleTheme = () => {
    setTheme((current) => (current === 'light' ? 'dark' : 'light'));
    setRefreshSignal((count) => count + 1);
  };
  return <Context value={{ theme, toggleTheme, refreshSignal }}>{children}</Context>;
}

/** Returns the theme and its toggle. Throws outside a ThemeProvider. */
export function useTheme(): ThemeContext {
  const context = use(Context);
  if (!context) throw new Error('useTheme must be used within a ThemeProvider');
  return context;
}

/** Returns the stored theme. On the server there is none; boot.js applies it before the first paint. */
const keptTheme = (): Theme => (readText('localStorage', STORAGE_KEY) === 'dark' ? 'dark' : 'light');

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.classList.toggle('pf-v6-theme-dark', theme === 'dark');
  root.setAttribute('data-theme', theme);
  keepText('localStorage', STORAGE_KEY, theme);
  window.dispatchEvent(new Event('resize'));
}
