import type { Refund } from '@gpulease/contract/refunds';
import { refundDecisions, refundStatuses, type RefundDecision } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { column, moneyColumn, textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import type { DecidedRefund } from './decision-dialogs.tsx';
import { ProviderNote, RefundReason } from './refund-texts.tsx';

const RefundDecisionDialog = lazyDialog(
  async () => (await import('./decision-dialogs.tsx')).RefundDecisionDialog,
);

export function Refunds() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<DecidedRefund>();
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listRefunds"
        title={t('payments.refunds')}
        filters={[
          { kind: 'search', name: 'search', label: t('payments.search') },
          statusFilter('refund', refundStatuses, t),
        ]}
        rowKey={({ id }) => id}
        columns={useRefundColumns()}
        columnMemory="admin/refunds"
        rowActions={(refund) =>
          decisionsOn(refund).map((decision) => ({
            key: decision,
            title: t(`payments.refundAct.${decision}`),
            onClick: () => setChosen({ refund, decision }),
          }))
        }
        empty={{ title: t('payments.refundsEmpty'), body: t('payments.refundsEmptyBody') }}
      />
      {chosen && <RefundDecisionDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Only pending refunds with a note from the provider need an operator. */
function decisionsOn({ status, note }: Refund): readonly RefundDecision[] {
  return status === 'PENDING' && note !== null ? refundDecisions : [];
}

function useRefundColumns(): readonly ColumnOf<'listRefunds'>[] {
  const { t } = useTranslation();
  return [
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />),
    textColumn('recharge', t('recharge.id'), { isExtra: true }),
    column('status', t('common.status'), (refund) => (
      <StatusLabel kind="refund" status={decisionsOn(refund).length > 0 ? 'STUCK' : refund.status} />
    )),
    moneyColumn('amount', t('billing.amount'), { sortBy: 'amount' }),
    column('source', t('image.source'), ({ source }) => t(`payments.from.${source}`)),
    textColumn('operator', t('billing.operator')),
    column('reason', t('common.reason'), ({ reason }) => <RefundReason reason={reason} />),
    column('note', t('payments.note'), ({ note }) => <ProviderNote note={note} />, { isProse: true }),
    column('decision', t('payments.decision'), (refund) => <Decision {...refund} />),
  ];
}

function Decision({ decision, decidedBy, decisionReason }: Refund) {
  const { t } = useTranslation();
  if (decision === null) return <>–</>;
  return <>{t(`payments.refundDecided.${decision}`, { operator: decidedBy, reason: decisionReason })}</>;
}
