import { rechargeStatuses } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Money } from '../../../ui/money.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { Time } from '../../../ui/time.tsx';

/** The customer's recharges, paid or not. An open one can be continued. */
export function Recharges() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useRechargeColumns();
  return (
    <ResourceTable
      operation="listRecharges"
      headingLevel="h2"
      title={t('billing.recharges')}
      columns={columns}
      filters={[
        {
          kind: 'select',
          name: 'status',
          label: t('common.status'),
          options: rechargeStatuses.map((value) => ({ value, label: t(`status.recharge.${value}`) })),
        },
      ]}
      rowKey={({ id }) => id}
      rowActions={({ id, status }) =>
        status === 'PENDING'
          ? [
              {
                key: 'continue',
                title: t('recharge.payNow'),
                onClick: () => void navigate(`/recharge?id=${id}`),
              },
            ]
          : []
      }
      empty={{ title: t('billing.empty'), body: t('billing.emptyBody') }}
    />
  );
}

function useRechargeColumns(): readonly ColumnOf<'listRecharges'>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'createdAt',
      title: t('common.createdAt'),
      onCard: 'below',
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'status',
      title: t('common.status'),
      onCard: 'start',
      render: ({ status }) => <StatusLabel kind="recharge" status={status} />,
    },
    {
      key: 'method',
      title: t('recharge.method'),
      onCard: 'start',
      isNarrow: true,
      render: ({ method }) => t(`paymentMethod.${method}`),
    },
    {
      key: 'amount',
      title: t('billing.paymentAmount'),
      onCard: 'end',
      sortBy: 'amount',
      isNarrow: true,
      isAmount: true,
      render: ({ paymentAmount }) => <Money amount={paymentAmount} />,
    },
    { key: 'id', title: t('recharge.id'), onCard: 'below', isNarrow: true, render: ({ id }) => id },
  ];
}
