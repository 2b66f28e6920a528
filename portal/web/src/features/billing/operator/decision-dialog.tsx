import { rechargeDecision, type AnyRecharge } from '@gpulease/contract/operated-recharges';
import type { QuarantineDecision } from '@gpulease/contract/enums';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { moneyLists } from './money-lists.ts';

interface DecisionDialogProps {
  readonly recharge: AnyRecharge;
  readonly decision: QuarantineDecision;
  readonly onClose: () => void;
}

/** Credits an amount that differs from the requested one, or refunds it. */
export function DecisionDialog({ recharge, decision, onClose }: DecisionDialogProps) {
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
