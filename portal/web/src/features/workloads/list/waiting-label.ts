import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { causeFor } from '../causes.ts';

/** What a machine waits for, short enough for a badge or an option. */
export function useWaitingLabel(): (reason: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels: Readonly<Record<string, string>> = t('waiting', { returnObjects: true });
  return (reason) => labels[reason] ?? causeFor('admin', { reason, message: '' }, language);
}
