import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/links.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { useGaugesOfList } from '../gauges/use-gauges.ts';
import { useWorkloadColumns, workloadFilters } from './columns.tsx';
import { LowFunds, useLastHours } from '../low-funds.tsx';
import { orderAgainPath, rowKeyOf } from '../workload.ts';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';

const pathOf = ({ name }: Workload) => `/workloads/${name}`;

/** /workloads: the customer's machines. */
export function WorkloadsPage() {
  const { t } = useTranslation();
  const lastHours = useLastHours();
  const { gauges, onItems, refresh } = useGaugesOfList('user');
  const actions = useWorkloadActions('user');
  const columns = useWorkloadColumns(pathOf, { console: 'user', gauges, lastHours, ask: actions.ask });
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
        rowActions={(workload) => [
          ...actions.actionsOf(workload),
          { key: 'again', title: t('workload.orderAgain'), to: orderAgainPath(workload) },
        ]}
        bulkActions={actions.bulkActions}
        columnMemory="user/workloads"
        onItems={onItems}
        {...refresh}
        empty={{ title: t('workload.empty'), body: t('workload.emptyBody'), action: createButton }}
      />
      {actions.dialog}
    </>
  );
}
