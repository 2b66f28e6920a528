import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { LinkedText } from './links.tsx';

/** The terms contain all the rules; they open in a new tab, to keep a half-filled form. */
const RULES = '/terms';

export function WhenFundsEnd() {
  const { t } = useTranslation();
  const count = useConfig().unfundedDiskDays;
  return <LinkedText text={t('balance.whenFundsEnd', { count })} to={RULES} />;
}

/** States how long disks are kept after the customer stops their machines. */
export function WhenStopped() {
  const { t } = useTranslation();
  const count = useConfig().stoppedDiskDays;
  return <LinkedText text={t('bulk.stop.kept', { count })} to={RULES} />;
}
