import { approvalDecision, type Approval } from '@gpulease/contract/approvals';
import type { ApprovalDecision } from '@gpulease/contract/enums';
import { Content, DescriptionList } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../ui/fact.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { Money } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BalanceEffect } from './balance-effect.tsx';
import { moneyLists } from './money-lists.ts';

interface ApprovalDecisionDialogProps {
  readonly approval: Approval;
  readonly decision: ApprovalDecision;
  readonly onClose: () => void;
}

/** Approves or declines another operator's request, or withdraws the operator's own. */
export function ApprovalDecisionDialog({ approval, decision, onClose }: ApprovalDecisionDialogProps) {
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
        <Fact term={t('payments.reason')}>{approval.reason}</Fact>
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
