import type { Receivable } from '@gpulease/contract/admin';
import { receivableStatuses } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColumnMemory } from '../../../session/column-memory.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { RefundReason } from './refund-texts.tsx';
import { Time } from '../../../ui/time.tsx';

const WriteOffDialog = lazyDialog(async () => (await import('./write-off-dialog.tsx')).WriteOffDialog);

/** Debts of customers from refunds that exceeded their balance. */
export function Receivables() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Receivable>();
  const columns = useReceivableColumns();
  const columnMemory = useColumnMemory('admin', 'receivables');
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listReceivables"
        headingLevel="h2"
        title={t('payments.receivables')}
        description={t('payments.receivablesLead')}
        filters={[
          { kind: 'search', name: 'search', label: t('payments.search') },
          {
            kind: 'select',
            name: 'status',
            label: t('common.status'),
            options: receivableStatuses.map((value) => ({ value, label: t(`status.receivable.${value}`) })),
          },
        ]}
        rowKey={({ id }) => id}
        columns={columns}
        columnMemory={columnMemory}
        rowActions={(receivable) =>
          receivable.status === 'OPEN'
            ? [{ key: 'writeOff', title: t('payments.writeOff'), onClick: () => setChosen(receivable) }]
            : []
        }
        empty={{ title: t('payments.receivablesEmpty'), body: t('payments.receivablesEmptyBody') }}
      />
      {chosen && <WriteOffDialog receivable={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useReceivableColumns(): readonly ColumnOf<'listReceivables'>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'createdAt',
      title: t('common.createdAt'),
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => <Time at={createdAt} />,
    },
    { key: 'user', title: t('workload.user'), render: ({ user }) => <UserLink username={user} /> },
    { key: 'recharge', title: t('recharge.id'), isExtra: true, render: ({ recharge }) => recharge },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="receivable" status={status} />,
    },
    {
      key: 'amount',
      title: t('billing.amount'),
      sortBy: 'amount',
      isNarrow: true,
      isAmount: true,
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'collected',
      title: t('payments.collected'),
      isNarrow: true,
      isAmount: true,
      render: ({ collected }) => <Money amount={collected} />,
    },
    {
      key: 'writtenOff',
      title: t('payments.writtenOff'),
      isNarrow: true,
      isAmount: true,
      render: ({ writtenOff }) => <Money amount={writtenOff} />,
    },
    {
      key: 'open',
      title: t('payments.open'),
      isNarrow: true,
      isAmount: true,
      render: ({ open }) => <Money amount={open} />,
    },
    { key: 'reason', title: t('payments.reason'), render: ({ reason }) => <RefundReason reason={reason} /> },
    {
      key: 'settledAt',
      title: t('payments.settledAt'),
      isNarrow: true,
      render: ({ settledAt }) => (settledAt === null ? '–' : <Time at={settledAt} />),
    },
  ];
}
