import type { BillingRecord } from '@gpulease/contract/billing';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { Money } from '../../../ui/money.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { TabbedPage } from '../../../ui/url-tabs.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { workloadPath } from '../../../ui/workload-path.ts';
import { billingFilters, useBillingColumns } from '../columns.tsx';
import { Approvals } from './approvals.tsx';
import { Receivables } from './receivables.tsx';
import { Recharges } from './recharges.tsx';
import { Reconciliations } from './reconciliations.tsx';
import { Refunds } from './refunds.tsx';
import { useWaitingApprovals } from './second-operator.tsx';

/** /admin/billings: customers' payments, refunds and debts, pending approvals and the providers' bills. */
export function AdminBillingsPage() {
  const { t } = useTranslation();
  const waiting = useWaitingApprovals();
  return (
    <TabbedPage
      title={t('navigation.admin.billings')}
      tabs={[
        { key: 'records', title: t('billing.records'), content: <Records /> },
        { key: 'recharges', title: t('payments.recharges'), content: <Recharges /> },
        { key: 'quarantine', title: t('payments.quarantine'), content: <Recharges isQuarantine /> },
        { key: 'refunds', title: t('payments.refunds'), content: <Refunds /> },
        { key: 'receivables', title: t('payments.receivables'), content: <Receivables /> },
        {
          key: 'approvals',
          title: waiting > 0 ? t('approvals.titleWaiting', { count: waiting }) : t('approvals.title'),
          content: <Approvals />,
        },
        { key: 'bills', title: t('payments.bills'), content: <Reconciliations /> },
      ]}
    />
  );
}

function Records() {
  const { t } = useTranslation();
  const columns = useBillingColumns(workloadPath);
  const userColumn = {
    key: 'user',
    title: t('workload.user'),
    onCard: 'start' as const,
    render: ({ user }: BillingRecord) => <UserLink username={user} />,
  };
  const filters = [
    { kind: 'search', name: 'search', label: t('table.search') } as const,
    ...billingFilters(t),
  ];
  return (
    <ResourceTable
      hasCsv
      columnMemory="admin/billings"
      operation="listBillings"
      title={t('billing.records')}
      description={
        <>
          {t('billing.recordsLead')}
          <Totals names={filters.map(({ name }) => name)} />
        </>
      }
      columns={[userColumn, ...columns]}
      filters={filters}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('billing.allEmptyBody') }}
    />
  );
}

function Totals({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation();
  const { filters } = useListState({ filters: names, sorts: [] });
  const { data } = useApi('getBillingTotals', { query: filters }, { keepPrevious: true });
  if (!data) return null;
  return (
    <Content component="p">
      {t('payments.recharged')} <Money amount={data.recharged} /> · {t('payments.credited')}{' '}
      <Money amount={data.credited} /> · {t('payments.deducted')} <Money amount={data.deducted} /> ·{' '}
      {t('payments.used')} <Money amount={data.used} />
    </Content>
  );
}
