import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router-dom';

/** A thin moving line while the code of the next page is on its way; a quick page shows none. */
export function NavigationProgress() {
  const { t } = useTranslation();
  if (useNavigation().state === 'idle') return null;
  return (
    <div
      className="gpulease-navigation-progress"
      role="progressbar"
      aria-label={t('common.loading')}
      aria-valuetext={t('common.loading')}
    />
  );
}
