import { writeOff, type Receivable } from '@gpulease/contract/refunds';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import type { Closable } from '../../../ui/lazy-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BalanceEffect } from './balance-effect.tsx';
import { SecondOperatorNeeded, useNeedsSecond } from './second-operator.tsx';
import { moneyLists } from './money-lists.ts';

export function WriteOffDialog({ receivable, onClose }: Closable & { readonly receivable: Receivable }) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const { id, user, open } = receivable;
  const form = useResourceForm(writeOff, { reason: '', expectedOpen: open });
  const giveUp = useAction('writeOffReceivable', {
    refreshes: moneyLists,
    done: (answer) => t('approval' in answer ? 'approvals.asked' : 'payments.decided'),
    onDone: onClose,
  });
  const isToAsk = useNeedsSecond(open);
  return (
    <FormDialog
      form={form}
      title={t('payments.writeOffTitle', { user })}
      submitLabel={t(isToAsk ? 'approvals.ask' : 'payments.writeOff')}
      onClose={onClose}
      onSubmit={(body) => giveUp.run({ params: { id }, body })}
    >
      <Content component="p">{t('payments.writeOffLead', { amount: amountText(open) })}</Content>
      <ReasonField />
      <BalanceEffect username={user} change="0.00" writtenOff={open} />
      {isToAsk && <SecondOperatorNeeded />}
    </FormDialog>
  );
}
