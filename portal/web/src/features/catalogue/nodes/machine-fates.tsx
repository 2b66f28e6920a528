import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { UserLink } from '../../../ui/user-link.tsx';
import { column, linkColumn, statusColumn } from '../../../ui/table/column-kinds.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { workloadPath } from '../../../ui/workload-path.ts';
import { maintenanceFate } from '../../workloads/maintenance-fate.ts';

interface MachineFatesProps {
  readonly node: string;
  /** Whether the maintenance starts afterwards what it stops. */
  readonly startsAfterwards: boolean;
}

/** The machines of a node, and what its maintenance does to each. */
export function MachineFates({ node, startsAfterwards }: MachineFatesProps) {
  const { t } = useTranslation();
  const columns: readonly ColumnOf<'listAllWorkloads'>[] = [
    linkColumn('name', t('common.name'), {
      sortBy: 'name',
      pathOf: ({ user, name }: Workload) => workloadPath(user, name),
    }),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />, { sortBy: 'user' }),
    statusColumn('workload', t('common.status'), { sortBy: 'status' }),
    column(
      'fate',
      t('maintenance.fate'),
      (machine) => t(`maintenance.fates.${maintenanceFate(machine, startsAfterwards)}`),
      { isProse: true },
    ),
    column('disk', t('maintenance.disk'), ({ diskOnNode }) =>
      t(diskOnNode ? 'maintenance.diskHere' : 'maintenance.diskShared'),
    ),
  ];
  return (
    <ResourceTable
      operation="listAllWorkloads"
      fixed={{ node }}
      title={t('maintenance.machines')}
      rowKey={({ uid, orderId, user, name }) => uid ?? orderId ?? `${user}/${name}`}
      rowName={({ user, name }) => `${user}/${name}`}
      columns={columns}
      empty={{ title: t('maintenance.noMachines'), body: t('maintenance.noMachinesBody') }}
    />
  );
}
