import { Button } from '@patternfly/react-core';
import { MoonIcon, SunIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { useTheme } from './theme.tsx';

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
