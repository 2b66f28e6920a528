import { refundDecision, type Refund } from '@gpulease/contract/refunds';
import type { RefundDecision } from '@gpulease/contract/enums';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { moneyLists } from './money-lists.ts';

/** Asking the provider again succeeds only if the provider has paid. */
const checked = { PENDING: 'info', SUCCEEDED: 'success', FAILED: 'danger' } as const;

interface RefundDecisionDialogProps {
  readonly refund: Refund;
  readonly decision: RefundDecision;
  readonly onClose: () => void;
}

/** Asks the provider for an unpaid refund again, or resolves it without the provider. */
export function RefundDecisionDialog({ refund, decision, onClose }: RefundDecisionDialogProps) {
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
