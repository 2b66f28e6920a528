import { adjustmentRequest } from '@gpulease/contract/admin';
import { displayAmount } from '@gpulease/contract/money';
import { amount, reason } from '@gpulease/contract/validation';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { AmountField } from '../../ui/form/amount-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { RadioField } from '../../ui/form/inputs.tsx';
import { ReasonField } from '../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { useMoneyDisplay } from '../../ui/money.tsx';
import { useAction } from '../../ui/use-action.ts';

const directions = ['CREDIT', 'DEBIT'] as const;
const schema = z.strictObject({ direction: z.enum(directions), amount, reason });

interface AdjustBalanceDialogProps {
  readonly username: string;
  /** Yuan, where it is known. */
  readonly balance: string | null;
  readonly onClose: () => void;
}

/** Credits or debits a user's balance, with a reason. */
export function AdjustBalanceDialog({ username, balance, onClose }: AdjustBalanceDialogProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const form = useResourceForm(schema, { direction: 'CREDIT', amount: '', reason: '' });
  const adjust = useAction('createAdjustment', {
    refreshes: ['listUsers', 'getUser', 'listBillings', 'getBillingTotals'],
    done: ({ collected, balanceAfter }) =>
      t(collected === '0.00' ? 'payments.adjusted' : 'payments.adjustedAndCollected', {
        username,
        collected: displayAmount(collected, money),
        balance: displayAmount(balanceAfter, money),
      }),
  });
  return (
    <FormDialog
      form={form}
      title={t('payments.adjustTitle', { username })}
      submitLabel={t('payments.adjust')}
      onClose={onClose}
      onSubmit={async ({ direction, amount: unsigned, reason: why }, close) => {
        const body = adjustmentRequest.parse({
          amount: direction === 'DEBIT' ? `-${unsigned}` : unsigned,
          reason: why,
        });
        await adjust.run({ params: { username }, body });
        close();
      }}
    >
      {balance !== null && (
        <Content component="p">
          {t('payments.balanceNow', { balance: displayAmount(balance, money) })}
        </Content>
      )}
      <RadioField
        isRequired
        name="direction"
        label={t('billing.type')}
        options={directions.map((value) => ({ value, label: t(`payments.direction.${value}`) }))}
      />
      <AmountField isRequired name="amount" label={t('payments.amount')} />
      <ReasonField help={t('payments.reasonHelp')} />
    </FormDialog>
  );
}
