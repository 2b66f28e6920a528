import { Trans } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { TextLink } from './links.tsx';

/** All of it stands in the terms, which open beside what is being filled in. */
const rules = { rules: <TextLink to="/terms" opensNewTab /> };

/** What happens when the money runs out, in a sentence. */
export function WhenFundsEnd() {
  return <Trans i18nKey="balance.whenFundsEnd" count={useConfig().unfundedDiskDays} components={rules} />;
}

/** For how long the disks of machines are kept that their renter stops. */
export function WhenStopped() {
  return <Trans i18nKey="bulk.stop.kept" count={useConfig().stoppedDiskDays} components={rules} />;
}
