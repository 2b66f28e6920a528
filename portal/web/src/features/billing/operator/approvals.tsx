import type { Approval } from '@gpulease/contract/approvals';
import { approvalStatuses, type ApprovalDecision } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statusFilter } from '../../../ui/table/filter-kinds.ts';
import { column, statusColumn, textColumn, timeColumn } from '../../../ui/table/column-kinds.tsx';
import { useSession } from '../../../session/session.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Money, useAmountText } from '../../../ui/money.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import type { DecidedApproval } from './decision-dialogs.tsx';
import { useApprovalLimit } from './second-operator.tsx';

const ApprovalDecisionDialog = lazyDialog(
  async () => (await import('./decision-dialogs.tsx')).ApprovalDecisionDialog,
);

export function Approvals() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<DecidedApproval>();
  const myself = useSession('admin').data?.user?.username;
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listApprovals"
        title={t('approvals.title')}
        description={useLead()}
        filters={[
          { kind: 'search', name: 'search', label: t('approvals.search') },
          statusFilter('approval', approvalStatuses, t),
        ]}
        rowKey={({ id }) => id}
        columns={useApprovalColumns()}
        columnMemory="admin/approvals"
        rowActions={(approval) =>
          decisionsOn(approval, myself).map((decision) => ({
            key: decision,
            title: t(`approvals.act.${decision}`),
            onClick: () => setChosen({ approval, decision }),
          }))
        }
        empty={{ title: t('approvals.empty'), body: t('approvals.emptyBody') }}
      />
      {chosen && <ApprovalDecisionDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useLead(): string {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const limit = useApprovalLimit();
  return limit === null ? t('approvals.leadOff') : t('approvals.lead', { limit: amountText(limit) });
}

/** Operators cannot approve their own requests. */
function decisionsOn({ status, askedBy }: Approval, myself: string | undefined): readonly ApprovalDecision[] {
  if (status !== 'PENDING') return [];
  return askedBy === myself ? ['WITHDRAW'] : ['APPROVE', 'DECLINE'];
}

function useApprovalColumns(): readonly ColumnOf<'listApprovals'>[] {
  const { t } = useTranslation();
  return [
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    column('what', t('approvals.what'), ({ kind }) => t(`approvals.kind.${kind}`)),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />),
    statusColumn('approval', t('common.status')),
    column(
      'amount',
      t('billing.amount'),
      ({ kind, amount }) => <Money amount={amount} isSigned={kind === 'ADJUSTMENT'} />,
      { sortBy: 'amount', isNarrow: true, isAmount: true },
    ),
    column(
      'effect',
      t('approvals.effect'),
      ({ balanceBefore, balanceAfter }) => (
        <>
          <Money amount={balanceBefore} /> → <Money amount={balanceAfter} />
        </>
      ),
      { isNarrow: true },
    ),
    textColumn('recharge', t('recharge.id'), { isExtra: true }),
    column('askedBy', t('approvals.askedBy'), ({ askedBy }) => askedBy ?? t('audit.nobody')),
    textColumn('reason', t('common.reason')),
    timeColumn('expiresAt', t('approvals.expiresAt'), { isExtra: true }),
    column('decision', t('payments.decision'), (row) => <Decision {...row} />),
  ];
}

function Decision({ status, decidedBy, decisionReason }: Approval) {
  const { t } = useTranslation();
  if (status === 'PENDING' || status === 'EXPIRED') return <>–</>;
  return <>{t(`approvals.decided.${status}`, { operator: decidedBy, reason: decisionReason })}</>;
}
