import type { MaintenanceAhead } from '@gpulease/contract/me';
import { Banner } from '@patternfly/react-core';
import { useApi } from '../api/queries.ts';
import { useWords } from '../i18n/words.ts';
import { TextLink } from '../ui/links.tsx';

/** One line about maintenance that has stopped the customer's machines or soon will. Shares its query with the bell. */
export function MaintenanceBanner() {
  const { data } = useApi('listNotices', { query: { pageSize: 1 } });
  return <div role="status">{data?.maintenance && <Line {...data.maintenance} />}</div>;
}

function Line({ machines, machine: name, startTime }: MaintenanceAhead) {
  const { t, format } = useWords();
  const isAhead = startTime !== null;
  const time = isAhead ? format.dateTime(startTime) : '';
  const text =
    name === null
      ? t(`shell.maintenance.${isAhead ? 'aheadOfSeveral' : 'stoppedSeveral'}`, { machines, time })
      : t(`shell.maintenance.${isAhead ? 'ahead' : 'stopped'}`, { name, time });
  return (
    <Banner color="blue">
      <TextLink to={name === null ? '/workloads' : `/workloads/${encodeURIComponent(name)}`}>{text}</TextLink>
    </Banner>
  );
}
