import { refundStatuses } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';

/** Everybody's refunds, and what became of them. */
export function Refunds() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ResourceTable
      hasCsv
      operation="listRefunds"
      headingLevel="h2"
      title={t('payments.refunds')}
      filters={[
        { kind: 'search', name: 'search', label: t('payments.search') },
        {
          kind: 'select',
          name: 'status',
          label: t('common.status'),
          options: refundStatuses.map((value) => ({ value, label: t(`status.refund.${value}`) })),
        },
      ]}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'createdAt',
          title: t('common.createdAt'),
          sortBy: 'createdAt',
          isNarrow: true,
          render: ({ createdAt }) => format.dateTime(createdAt),
        },
        { key: 'user', title: t('workload.user'), render: ({ user }) => <UserLink username={user} /> },
        { key: 'recharge', title: t('recharge.id'), render: ({ recharge }) => recharge },
        {
          key: 'status',
          title: t('common.status'),
          render: ({ status }) => <StatusLabel kind="refund" status={status} />,
        },
        {
          key: 'amount',
          title: t('billing.amount'),
          sortBy: 'amount',
          isNarrow: true,
          isAmount: true,
          render: ({ amount }) => <Money amount={amount} />,
        },
        { key: 'source', title: t('payments.source'), render: ({ source }) => t(`payments.from.${source}`) },
        { key: 'operator', title: t('billing.operator'), render: ({ operator }) => operator ?? '–' },
        { key: 'reason', title: t('payments.reason'), render: ({ reason }) => reason },
        { key: 'note', title: t('payments.note'), render: ({ note }) => note ?? '–' },
      ]}
      empty={{ title: t('payments.refundsEmpty'), body: t('payments.refundsEmptyBody') }}
    />
  );
}
