import { Bullseye, Spinner } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

/** A large centered spinner, for a page whose code or first data is loading. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <Bullseye>
      <Spinner size="xl" aria-label={t('common.loading')} aria-valuetext={t('common.loading')} />
    </Bullseye>
  );
}

/** A thin moving line at the top while a click loads something; fast loads do not show it. */
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
