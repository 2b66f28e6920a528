import { adjustmentRequest } from '@gpulease/contract/adjustments';
import { amount, reason } from '@gpulease/contract/validation';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { BalanceEffect } from './balance-effect.tsx';
import { moneyLists } from './money-lists.ts';
import { SecondOperatorNeeded, useNeedsSecond } from './second-operator.tsx';
import { optionsOf } from '../../../ui/form/options.ts';
import { AmountField } from '../../../ui/form/amount-field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { RadioField } from '../../../ui/form/inputs.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';

const directions = ['CREDIT', 'DEBIT'] as const;
const schema = z.strictObject({ direction: z.enum(directions), amount, reason });

export function AdjustBalanceDialog({ username, onClose }: Closable & { readonly username: string }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const form = useResourceForm(schema, { direction: 'CREDIT', amount: '', reason: '' });
  const adjust = useAction('createAdjustment', {
    refreshes: moneyLists,
    done: (answer) => {
      if ('approval' in answer) return t('approvals.asked');
      const { collected, balanceAfter } = answer;
      return t(collected === '0.00' ? 'payments.adjusted' : 'payments.adjustedAndCollected', {
        username,
        collected: amountText(collected),
        balance: amountText(balanceAfter),
      });
    },
    onDone: onClose,
  });
  const [direction, typed] = form.watch(['direction', 'amount']);
  const isToAsk = useNeedsSecond(typed);
  return (
    <FormDialog
      form={form}
      title={t('payments.adjustTitle', { username })}
      submitLabel={t(isToAsk ? 'approvals.ask' : 'payments.adjust')}
      onClose={onClose}
      onSubmit={({ direction, amount: unsigned, reason: why }) => {
        const body = adjustmentRequest.parse({
          amount: direction === 'DEBIT' ? `-${unsigned}` : unsigned,
          reason: why,
        });
        return adjust.run({ params: { username }, body });
      }}
    >
      <RadioField
        isRequired
        name="direction"
        label={t('billing.type')}
        options={optionsOf(directions, (value) => t(`payments.direction.${value}`))}
      />
      <AmountField isRequired name="amount" label={t('payments.amount')} />
      <ReasonField help={t('payments.reasonHelp')} />
      <BalanceEffect username={username} change={direction === 'DEBIT' ? `-${typed}` : typed} />
      {isToAsk && <SecondOperatorNeeded />}
    </FormDialog>
  );
}
