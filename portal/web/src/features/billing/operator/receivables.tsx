import type { Receivable } from '@gpulease/contract/refunds';
import { receivableStatuses } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import {
  column,
  moneyColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../../ui/table/column-kinds.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { RefundReason } from './refund-texts.tsx';

const WriteOffDialog = lazyDialog(async () => (await import('./write-off-dialog.tsx')).WriteOffDialog);

/** Customers' debts from refunds that exceeded their balance. */
export function Receivables() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Receivable>();
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listReceivables"
        title={t('payments.receivables')}
        description={t('payments.receivablesLead')}
        filters={[
          { kind: 'search', name: 'search', label: t('payments.search') },
          statusFilter('receivable', receivableStatuses, t),
        ]}
        rowKey={({ id }) => id}
        columns={useReceivableColumns()}
        columnMemory="admin/receivables"
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
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />),
    textColumn('recharge', t('recharge.id'), { isExtra: true }),
    statusColumn('receivable', t('common.status')),
    moneyColumn('amount', t('billing.amount'), { sortBy: 'amount' }),
    moneyColumn('collected', t('payments.collected')),
    moneyColumn('writtenOff', t('payments.writtenOff')),
    moneyColumn('open', t('payments.open')),
    column('reason', t('common.reason'), ({ reason }) => <RefundReason reason={reason} />),
    timeColumn('settledAt', t('payments.settledAt')),
  ];
}
