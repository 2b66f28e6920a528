import { useTranslation } from 'react-i18next';

/** A thin moving line at the top for what a click loads; fast loads show none. */
export function LoadingLine() {
  const { t } = useTranslation();
  return (
    <div
      className="gpulease-loading-line"
      role="progressbar"
      aria-label={t('common.loading')}
      aria-valuetext={t('common.loading')}
    />
  );
}
