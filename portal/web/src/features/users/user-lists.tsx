/** The tabs of a user's page. */
import type { Workload } from '@gpulease/contract/workloads';
import { useTranslation } from 'react-i18next';
import { billingFilters, useBillingColumns } from '../billing/columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useWorkloadColumns, workloadFilters } from '../workloads/list/columns.tsx';
import { useGaugesOfList } from '../workloads/gauges/use-gauges.ts';
import { rowKeyOf, useWorkloadActions } from '../workloads/actions/use-workload-actions.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import { auditFilters, useAuditColumns } from '../audit/audit-columns.tsx';

interface OfUser {
  readonly username: string;
}

const pathOf = ({ user, name }: Workload) => workloadPath(user, name);

export function UserWorkloads({ username }: OfUser) {
  const { t } = useTranslation();
  const { gauges, onItems, refresh } = useGaugesOfList('admin');
  const actions = useWorkloadActions('admin');
  const columns = useWorkloadColumns(pathOf, { console: 'admin', gauges, ask: actions.ask });
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listAllWorkloads"
        fixed={{ user: username }}
        headingLevel="h2"
        title={t('navigation.admin.workloads')}
        columns={columns.filter(({ key }) => key !== 'ssh')}
        filters={workloadFilters(t)}
        rowKey={rowKeyOf}
        rowName={({ name }) => name}
        rowActions={actions.actionsOf}
        onItems={onItems}
        {...refresh}
        empty={{ title: t('workload.empty'), body: t('user.noWorkloads') }}
      />
      {actions.dialog}
    </>
  );
}

export function UserBillings({ username }: OfUser) {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listBillings"
      fixed={{ user: username }}
      headingLevel="h2"
      title={t('navigation.admin.billings')}
      columns={useBillingColumns(workloadPath)}
      filters={billingFilters(t)}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('user.noBillings') }}
    />
  );
}

/** Audit entries by the user, and about the account and its workloads. */
export function UserAudit({ username }: OfUser) {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listAuditEntries"
      columnMemory="admin/audit"
      fixed={{ search: username }}
      headingLevel="h2"
      title={t('navigation.admin.audit')}
      columns={useAuditColumns()}
      filters={auditFilters(t)}
      rowKey={({ id }) => id}
      empty={{ title: t('audit.empty'), body: t('audit.emptyBody') }}
    />
  );
}
