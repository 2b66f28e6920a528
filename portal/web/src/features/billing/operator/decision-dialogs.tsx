import { type Approval, approvalDecision } from '@gpulease/contract/approvals';
import type { ApprovalDecision, QuarantineDecision, RefundDecision } from '@gpulease/contract/enums';
import { type AnyRecharge, rechargeDecision } from '@gpulease/contract/operated-recharges';
import { type Refund, refundDecision } from '@gpulease/contract/refunds';
import { Content, DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../ui/fact.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { Money, useAmountText } from '../../../ui/money.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BalanceEffect } from './balance-effect.tsx';
import { moneyLists } from './money-lists.ts';

interface DecidedRecharge {
  readonly recharge: AnyRecharge;
  readonly decision: QuarantineDecision;
}

/** Credits an amount that differs from the requested one, or refunds it. */
export function DecisionDialog({ recharge, decision, onClose }: DecidedRecharge & Closable) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { id, user, paymentAmount, receivedAmount } = recharge;
  const form = useResourceForm(rechargeDecision, { decision, reason: '' });
  const decide = useAction('decideRecharge', {
    refreshes: moneyLists,
    done: t('payments.decided'),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(`payments.decisionTitle.${decision}`, { user })}
      submitLabel={t(`payments.act.${decision}`)}
      onClose={onClose}
      onSubmit={(body) => decide.run({ params: { id }, body })}
    >
      <Content component="p">
        {t(`payments.decisionLead.${decision}`, {
          asked: amountText(paymentAmount),
          received: amountText(receivedAmount ?? '0.00'),
        })}
      </Content>
      <ReasonField help={t(`payments.decisionReasonHelp.${decision}`)} />
    </FormDialog>
  );
}

/** Toast variants after a check with the provider. Only a paid refund is a success. */
const checked = { PENDING: 'info', SUCCEEDED: 'success', FAILED: 'danger' } as const;

export interface DecidedRefund {
  readonly refund: Refund;
  readonly decision: RefundDecision;
}

/** Asks the provider for an unpaid refund again, or resolves it without the provider. */
export function RefundDecisionDialog({ refund, decision, onClose }: DecidedRefund & Closable) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { id, user, amount, source } = refund;
  const form = useResourceForm(refundDecision, { decision, reason: '' });
  const decide = useAction('decideRefund', {
    refreshes: moneyLists,
    done: ({ status }) =>
      decision === 'CHECK'
        ? { variant: checked[status], title: t(`payments.checked.${status}`) }
        : t('payments.decided'),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(`payments.refundDecisionTitle.${decision}`, { user })}
      submitLabel={t(`payments.refundAct.${decision}`)}
      onClose={onClose}
      onSubmit={(body) => decide.run({ params: { id }, body })}
    >
      <Content component="p">
        {t(`payments.refundDecisionLead.${source === 'QUARANTINE' ? 'QUARANTINE' : 'WALLET'}.${decision}`, {
          amount: amountText(amount),
        })}
      </Content>
      <ReasonField {...(decision === 'PAID_BY_HAND' && { help: t('payments.reasonHelp') })} />
    </FormDialog>
  );
}

export interface DecidedApproval {
  readonly approval: Approval;
  readonly decision: ApprovalDecision;
}

export function ApprovalDecisionDialog({ approval, decision, onClose }: DecidedApproval & Closable) {
  const { t } = useTranslation();
  const { id, user, kind, amount } = approval;
  const form = useResourceForm(approvalDecision, { decision, reason: '' });
  const decide = useAction('decideApproval', {
    refreshes: moneyLists,
    done: t(`approvals.done.${decision}`),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(`approvals.decideTitle.${decision}`, { user })}
      submitLabel={t(`approvals.act.${decision}`)}
      onClose={onClose}
      onSubmit={(body) => decide.run({ params: { id }, body })}
    >
      <Content component="p">{t(`approvals.decideLead.${decision}`)}</Content>
      <DescriptionList isCompact isHorizontal>
        <Fact term={t('approvals.what')}>{t(`approvals.kind.${kind}`)}</Fact>
        <Fact term={t('billing.amount')}>
          <Money amount={amount} isSigned={kind === 'ADJUSTMENT'} />
        </Fact>
        <Fact term={t('approvals.askedBy')}>{approval.askedBy ?? t('audit.nobody')}</Fact>
        <Fact term={t('common.reason')}>{approval.reason}</Fact>
      </DescriptionList>
      {decision === 'APPROVE' && (
        <BalanceEffect
          username={user}
          change={changeOf(approval)}
          {...(kind === 'WRITE_OFF' && { writtenOff: amount })}
        />
      )}
      <ReasonField />
    </FormDialog>
  );
}

/** Yuan added to the balance. */
function changeOf({ kind, amount }: Approval): string {
  if (kind === 'WRITE_OFF') return '0.00';
  return kind === 'REFUND' ? `-${amount}` : amount;
}
