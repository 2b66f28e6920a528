import { type AnyRecharge } from '@gpulease/contract/operated-recharges';
import { refundRequest } from '@gpulease/contract/refunds';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../../ui/form/amount-field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BalanceEffect } from './balance-effect.tsx';
import { SecondOperatorNeeded, useNeedsSecond } from './second-operator.tsx';
import { moneyLists } from './money-lists.ts';

export function RefundDialog({ recharge, onClose }: Closable & { readonly recharge: AnyRecharge }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { id, user, refundableAmount } = recharge;
  const form = useResourceForm(refundRequest, { recharge: id, amount: refundableAmount, reason: '' });
  const refund = useAction('createRefund', {
    refreshes: moneyLists,
    done: (answer) =>
      'approval' in answer ? t('approvals.asked') : t(`payments.refundDone.${answer.status}`),
    onDone: onClose,
  });
  const typed = form.watch('amount');
  const isToAsk = useNeedsSecond(typed);
  return (
    <FormDialog
      form={form}
      title={t('payments.refundTitle', { user })}
      submitLabel={t(isToAsk ? 'approvals.ask' : 'payments.act.GIVE_BACK')}
      onClose={onClose}
      onSubmit={(body) => refund.run({ params: { username: user }, body })}
    >
      <Content component="p">{t('payments.refundLead', { most: amountText(refundableAmount) })}</Content>
      <AmountField isRequired name="amount" label={t('payments.amount')} />
      <ReasonField help={t('payments.reasonHelp')} />
      <BalanceEffect username={user} change={`-${typed}`} />
      {isToAsk && <SecondOperatorNeeded />}
    </FormDialog>
  );
}
