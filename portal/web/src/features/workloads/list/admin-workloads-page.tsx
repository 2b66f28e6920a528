import type { Workload } from '@gpulease/contract/workloads';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../ui/actions-menu.tsx';
import { LinkButton, TextLink } from '../../../ui/links.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { NO_VALUE } from '../../../ui/table/column.ts';
import { selectFilter } from '../../../ui/table/filter-kinds.ts';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { useWorkloadColumns, workloadFilters, type WorkloadColumn } from './columns.tsx';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import { useGaugesOfList } from '../gauges/use-gauges.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { workloadPath } from '../../../ui/workload-path.ts';
import { nameIn, rowKeyOf } from '../workload.ts';
import { useWaitingLabel } from './waiting-label.ts';

const PlacementDialog = lazyDialog(
  async () => (await import('../manual-placement/placement-dialog.tsx')).PlacementDialog,
);

/** Normal reasons that are not shown: a running machine, or one stopped by its owner. */
const IN_ORDER = ['', 'Running', 'Stopped', 'StopRequested'];

const pathOf = ({ user, name }: Workload) => workloadPath(user, name);

/** Filter options: reasons that many machines may share at once. */
const reasons = [
  ...['NoCapacity', 'Queued', 'QuotaExceeded', 'AwaitingFunds', 'ImageNotReady', 'GPUNotPermitted', 'Booked'],
  ...['Maintenance', 'SpotInterrupted', 'RunwayEnded', 'InsufficientFunds', 'TermEnded', 'TenantSuspended'],
  ...['GuestPoweredOff', 'ScheduledStop', 'IdleStop', 'Frozen', 'CrashLoop', 'NodeLost', 'DiskLost'],
  ...['StartDeadlineExceeded', 'ImportFailed'],
];

/** Nodes and SKUs list their machines, the overview the queue. Without these filters, two lines remain on a laptop. */
const rare = { isRare: true } as const;

const SELDOM: readonly string[] = ['cost', 'createdAt'];

/** Operators have no key to sign in with. The machine's page shows the command for helping a customer. */
const isForOperators = ({ key }: { readonly key: string }) => key !== 'ssh';

/** Shows operators the node and, unless chosen, hides the cost and age. */
function asForOperators(column: WorkloadColumn): WorkloadColumn {
  if (column.key === 'node')
    return {
      ...column,
      isExtra: false,
      render: ({ region, node }) =>
        node === null ? NO_VALUE : <TextLink to={`/admin/nodes/${region}/${node}`}>{node}</TextLink>,
    };
  return { ...column, isExtra: SELDOM.includes(column.key) || column.isExtra === true };
}

/** Machines that are about to start or stop must finish that first. */
function unlessSchedulable(
  { allowedActions }: Workload,
  t: TFunction,
): Pick<Action, 'isDisabled' | 'description'> {
  if (allowedActions.includes('schedule')) return {};
  return { isDisabled: true, description: t('schedule.notNow') };
}

/** /admin/workloads: all machines. */
export function AdminWorkloadsPage() {
  const { t } = useTranslation();
  const waitingLabel = useWaitingLabel();
  const { gauges, onItems, refresh } = useGaugesOfList('admin');
  const actions = useWorkloadActions('admin');
  const [name, ...others] = useWorkloadColumns(pathOf, { console: 'admin', gauges, ask: actions.ask });
  const [scheduled, setScheduled] = useState<Workload>();
  const [status, ...further] = others.filter(isForOperators).map(asForOperators);
  const reasonColumn: ColumnOf<'listAllWorkloads'> = {
    key: 'reason',
    title: t('common.reason'),
    render: ({ reason }) => (IN_ORDER.includes(reason) ? '–' : waitingLabel(reason)),
  };
  const userColumn: ColumnOf<'listAllWorkloads'> = {
    key: 'user',
    title: t('workload.user'),
    sortBy: 'user',
    render: ({ user }: Workload) => <UserLink username={user} />,
  };
  const create = <LinkButton to="/admin/workloads/create">{t('orderFor.action')}</LinkButton>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listAllWorkloads"
        title={t('navigation.admin.workloads')}
        columns={name && status ? [name, userColumn, status, reasonColumn, ...further] : []}
        filters={[
          { kind: 'search', name: 'search', label: t('workload.searchAll') },
          ...workloadFilters(t)
            .filter(({ kind }) => kind !== 'search')
            .map((filter) => ({ ...filter, isRare: filter.name === 'mode' })),
          { kind: 'typeahead', name: 'user', label: t('workload.user'), operation: 'listUsers' },
          { kind: 'typeahead', name: 'region', label: t('workload.region'), operation: 'listRegions' },
          selectFilter('reason', t('common.reason'), reasons, (value) => waitingLabel(value)),
          { ...rare, kind: 'typeahead', name: 'node', label: t('workload.node'), operation: 'listNodes' },
          { ...rare, kind: 'typeahead', name: 'sku', label: t('workload.sku'), operation: 'listSkus' },
          { ...rare, ...selectFilter('waiting', t('workload.waiting'), ['true'], () => t('overview.queue')) },
        ]}
        rowKey={rowKeyOf}
        rowName={nameIn('admin')}
        rowActions={(workload) => [
          {
            key: 'schedule',
            title: t('schedule.action'),
            ...unlessSchedulable(workload, t),
            onClick: () => setScheduled(workload),
          },
          ...actions.actionsOf(workload),
        ]}
        bulkActions={actions.bulkActions}
        columnMemory="admin/all-workloads"
        onItems={onItems}
        {...refresh}
        primaryAction={create}
        empty={{ title: t('workload.empty'), body: t('workload.allEmptyBody'), action: create }}
      />
      {actions.dialog}
      {scheduled && <PlacementDialog workload={scheduled} onClose={() => setScheduled(undefined)} />}
    </>
  );
}
