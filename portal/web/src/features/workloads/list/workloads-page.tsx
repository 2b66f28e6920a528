import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/links.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import type { ColumnOf } from '../../../ui/table/resource-table.tsx';
import { OneMoreHour } from '../auto-stop/one-more-hour.tsx';
import { useGaugesOfList } from '../gauges/use-gauges.ts';
import { useWorkloadColumns, workloadFilters } from './columns.tsx';
import { LowFunds, useLastHours } from '../low-funds.tsx';
import { useBulkActions } from '../actions/use-bulk-actions.tsx';
import { rowKeyOf, useWorkloadActions } from '../actions/use-workload-actions.tsx';

const pathOf = ({ name }: Workload) => `/workloads/${name}`;

/** Owners put off an automatic stop beside the status that tells of it. */
function withPostponement(column: ColumnOf<'listWorkloads'>): ColumnOf<'listWorkloads'> {
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

/** /workloads: the customer's machines. */
export function WorkloadsPage() {
  const { t } = useTranslation();
  const lastHours = useLastHours();
  const { gauges, onItems } = useGaugesOfList('user');
  const columns = useWorkloadColumns(pathOf, { gauges, lastHours }).map(withPostponement);
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
        empty={{ title: t('workload.empty'), body: t('workload.emptyBody'), action: createButton }}
      />
      {actions.dialog}
      {bulk.dialog}
    </>
  );
}
