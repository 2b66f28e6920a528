import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useConfig } from '../../../api/config.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import type { ColumnOf } from '../../../ui/table/resource-table.tsx';
import { OneMoreHour } from '../auto-stop/one-more-hour.tsx';
import { GAUGE_REFRESH_MS, useGaugesOfList } from '../gauges/use-gauges.ts';
import { useWorkloadColumns, workloadFilters } from './columns.tsx';
import { LowFunds, useLastHours } from '../low-funds.tsx';
import { useBulkActions } from '../actions/use-bulk-actions.tsx';
import { rowKeyOf, useWorkloadActions } from '../actions/use-workload-actions.tsx';

type OwnColumn = ColumnOf<'listWorkloads'>;

const pathOf = ({ name }: Workload) => `/workloads/${name}`;

/** Owners put off an automatic stop beside the status that tells of it. */
function withPostponement(column: OwnColumn): OwnColumn {
  if (column.key !== 'status') return column;
  return {
    ...column,
    render: (workload) => (
      <>
        {column.render(workload)} <OneMoreHour console="user" workload={workload} />
      </>
    ),
  };
}

/** A customer's own machines are few enough to be sorted by their gauges, over all pages. */
function sortedByGauge(column: OwnColumn): OwnColumn {
  return column.key === 'gpuUse' || column.key === 'gpuMemory' ? { ...column, sortBy: column.key } : column;
}

/** Whether the URL sorts the list so. Its columns stay then, also on a page on which nothing is measured. */
function useIsByGauge(): boolean {
  const { measuresGpus } = useConfig();
  const [params] = useSearchParams();
  return measuresGpus && /^-?gpu(?:Use|Memory)$/.test(params.get('sort') ?? '');
}

/** /workloads: the customer's machines. */
export function WorkloadsPage() {
  const { t } = useTranslation();
  const lastHours = useLastHours();
  const { gauges, onItems } = useGaugesOfList('user');
  const isByGauge = useIsByGauge();
  const shown = { ...gauges, areShown: gauges.areShown || isByGauge };
  const columns = useWorkloadColumns(pathOf, { gauges: shown, lastHours })
    .map(withPostponement)
    .map(sortedByGauge);
  const actions = useWorkloadActions('user');
  const bulk = useBulkActions('user');
  const createButton = <LinkButton to="/workloads/create">{t('workload.create')}</LinkButton>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listWorkloads"
        title={t('navigation.user.workloads')}
        description={lastHours !== undefined && <LowFunds hours={lastHours} returnTo="/workloads" />}
        primaryAction={createButton}
        columns={columns}
        filters={workloadFilters(t)}
        rowKey={rowKeyOf}
        rowName={({ name }) => name}
        rowActions={actions.actionsOf}
        bulkActions={bulk.bulkActions}
        columnMemory="user/workloads"
        onItems={onItems}
        {...(isByGauge && { refreshMs: GAUGE_REFRESH_MS })}
        empty={{ title: t('workload.empty'), body: t('workload.emptyBody'), action: createButton }}
      />
      {actions.dialog}
      {bulk.dialog}
    </>
  );
}
