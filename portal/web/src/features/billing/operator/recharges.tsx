import type { AnyRecharge } from '@gpulease/contract/operated-recharges';
import { rechargeStatuses, type QuarantineDecision } from '@gpulease/contract/enums';
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
import { lazyDialog, type Closable } from '../../../ui/lazy-dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { UserLink } from '../../../ui/user-link.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';

const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog);
const DecisionDialog = lazyDialog(async () => (await import('./decision-dialogs.tsx')).DecisionDialog);

interface Chosen {
  readonly recharge: AnyRecharge;
  readonly act: QuarantineDecision | 'GIVE_BACK';
}

export function Recharges({ isQuarantine = false }: { readonly isQuarantine?: boolean }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listAllRecharges"
        title={t(isQuarantine ? 'payments.quarantine' : 'payments.recharges')}
        {...(isQuarantine && { description: t('payments.quarantineLead'), fixed: { status: 'QUARANTINED' } })}
        columns={useRechargeColumns()}
        columnMemory={isQuarantine ? 'admin/quarantine' : 'admin/recharges'}
        filters={[
          { kind: 'search', name: 'search', label: t('payments.search') },
          ...(isQuarantine ? [] : [statusFilter('recharge', rechargeStatuses, t)]),
        ]}
        rowKey={({ id }) => id}
        rowActions={(recharge) =>
          actsOn(recharge).map((act) => ({
            key: act,
            title: t(`payments.act.${act}`),
            onClick: () => setChosen({ recharge, act }),
          }))
        }
        empty={{
          title: t(isQuarantine ? 'payments.quarantineEmpty' : 'payments.rechargesEmpty'),
          body: t(isQuarantine ? 'payments.quarantineEmptyBody' : 'billing.allEmptyBody'),
        }}
      />
      {chosen && <ChosenDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function ChosenDialog({ recharge, act, onClose }: Chosen & Closable) {
  if (act === 'GIVE_BACK') return <RefundDialog recharge={recharge} onClose={onClose} />;
  return <DecisionDialog recharge={recharge} decision={act} onClose={onClose} />;
}

function actsOn({ status, refundableAmount }: AnyRecharge): readonly Chosen['act'][] {
  if (status === 'QUARANTINED') return ['CREDIT', 'REFUND'];
  return refundableAmount === '0.00' ? [] : ['GIVE_BACK'];
}

function useRechargeColumns(): readonly ColumnOf<'listAllRecharges'>[] {
  const { t } = useTranslation();
  return [
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    column('user', t('workload.user'), ({ user }) => <UserLink username={user} />),
    textColumn('id', t('recharge.id'), { isNarrow: true }),
    column('method', t('recharge.method'), ({ method }) => t(`paymentMethod.${method}`), { isNarrow: true }),
    statusColumn('recharge', t('common.status')),
    moneyColumn('paymentAmount', t('payments.asked'), { sortBy: 'amount' }),
    moneyColumn('receivedAmount', t('payments.received')),
    column(
      'refundedAmount',
      t('payments.refunded'),
      ({ refundedAmount }) => (refundedAmount === '0.00' ? '–' : <Money amount={refundedAmount} />),
      { isNarrow: true, isAmount: true },
    ),
    textColumn('transactionId', t('payments.transaction'), { isNarrow: true, isExtra: true }),
  ];
}
