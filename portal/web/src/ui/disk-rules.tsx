import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { LinkedText } from './links.tsx';

/** All of it stands in the terms, which open beside what is being filled in. */
const RULES = '/terms';

/** What happens when the money runs out, in a sentence. */
export function WhenFundsEnd() {
  const { t } = useTranslation();
  const count = useConfig().unfundedDiskDays;
  return <LinkedText text={t('balance.whenFundsEnd', { count })} to={RULES} />;
}

/** For how long the disks of machines are kept that their renter stops. */
export function WhenStopped() {
  const { t } = useTranslation();
  const count = useConfig().stoppedDiskDays;
  return <LinkedText text={t('bulk.stop.kept', { count })} to={RULES} />;
}
