import type { Language } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { MoonIcon, SunIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '../i18n/i18n.ts';
import { useTheme } from './theme.tsx';
import { useToasts } from './toasts.tsx';

/** Each language is named in itself, so that its readers recognize it. */
const names: Record<Language, string> = { zh: '中文', en: 'EN' };

export function LanguageToggle() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <Button
      variant="plain"
      aria-label={`${names[other]} · ${t('shell.language')}`}
      onClick={() => void changeLanguage(other).catch(toasts.failure)}
    >
      <span lang={other}>{names[other]}</span>
    </Button>
  );
}

export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  const { t } = useTranslation();
  return (
    <Button
      variant="plain"
      aria-label={theme === 'light' ? t('shell.darkTheme') : t('shell.lightTheme')}
      icon={theme === 'light' ? <MoonIcon /> : <SunIcon />}
      onClick={toggleTheme}
    />
  );
}
