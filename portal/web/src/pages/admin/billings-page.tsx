import type { BillingRecord } from '@gpulease/contract/billing';
import { useTranslation } from 'react-i18next';
import { billingFilters, useBillingColumns } from '../../billing/columns.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';

/** /admin/billings: everybody's billing records. */
export function BillingsPage() {
  const { t } = useTranslation();
  const columns = useBillingColumns();
  const userColumn = {
    key: 'user',
    title: t('workload.user'),
    render: ({ user }: BillingRecord) => <UserLink username={user} />,
  };
  return (
    <ResourceTable
      hasCsv
      operation="listBillings"
      title={t('navigation.admin.billings')}
      columns={[userColumn, ...columns]}
      filters={[{ kind: 'search', name: 'search', label: t('billing.search') }, ...billingFilters(t)]}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('billing.allEmptyBody') }}
    />
  );
}
