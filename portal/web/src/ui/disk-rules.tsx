import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { LinkedText } from './links.tsx';

/** The terms have all the rules; they open in a new tab, so that a form stays. */
const RULES = '/terms';

export function WhenFundsEnd() {
  const { t } = useTranslation();
  const count = useConfig().unfundedDiskDays;
  return <LinkedText text={t('balance.whenFundsEnd', { count })} to={RULES} />;
}

/** How long the disks of machines are kept after their renter stops them. */
export function WhenStopped() {
  const { t } = useTranslation();
  const count = useConfig().stoppedDiskDays;
  return <LinkedText text={t('bulk.stop.kept', { count })} to={RULES} />;
}
