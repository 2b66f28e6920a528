import { useTranslation } from 'react-i18next';
import { useBillingColumns } from '../../billing/columns.tsx';
import { RecordsLead } from '../../billing/records-lead.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import type { WorkloadProps } from '../workload.ts';

/** What was charged and refunded for the machine, and not for others that have had its name. */
export function WorkloadRecords({ console, workload: { user, uid, orderId, cost } }: WorkloadProps) {
  const { t } = useTranslation();
  // A machine whose order is not accepted yet has its uid, under which nothing is charged.
  const order = String(orderId ?? uid);
  const table = {
    hasCsv: true,
    title: t('billing.records'),
    description: <RecordsLead unsettled={cost.unsettled} />,
    columns: useBillingColumns(),
    rowKey: ({ id }: { readonly id: string }) => id,
    empty: { title: t('billing.empty'), body: t('billing.usageEmptyBody') },
  };
  return console === 'admin' ? (
    <ResourceTable operation="listBillings" fixed={{ user, order }} {...table} />
  ) : (
    <ResourceTable operation="listBillingRecords" fixed={{ order }} {...table} />
  );
}
