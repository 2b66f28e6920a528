import { rechargeStatuses } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../ui/money.tsx';
import { column, statusColumn, textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';

/** The customer's recharges, paid or not. An open one can be continued. */
export function OwnRecharges() {
  const { t } = useTranslation();
  const columns = useRechargeColumns();
  return (
    <ResourceTable
      operation="listRecharges"
      title={t('billing.recharges')}
      columns={columns}
      filters={[statusFilter('recharge', rechargeStatuses, t)]}
      rowKey={({ id }) => id}
      rowActions={({ id, status }) =>
        status === 'PENDING'
          ? [{ key: 'continue', title: t('recharge.payNow'), to: `/recharge?id=${id}` }]
          : []
      }
      empty={{ title: t('billing.empty'), body: t('billing.emptyBody') }}
    />
  );
}

function useRechargeColumns(): readonly ColumnOf<'listRecharges'>[] {
  const { t } = useTranslation();
  return [
    timeColumn('createdAt', t('common.createdAt'), { onCard: 'below', sortBy: 'createdAt' }),
    statusColumn('recharge', t('common.status'), { onCard: 'start' }),
    column('method', t('recharge.method'), ({ method }) => t(`paymentMethod.${method}`), {
      onCard: 'start',
      isNarrow: true,
    }),
    column('amount', t('billing.paymentAmount'), ({ paymentAmount }) => <Money amount={paymentAmount} />, {
      onCard: 'end',
      sortBy: 'amount',
      isNarrow: true,
      isAmount: true,
    }),
    textColumn('id', t('recharge.id'), { onCard: 'below', isNarrow: true }),
  ];
}
