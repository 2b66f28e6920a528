import { writeOff, type Receivable } from '@gpulease/contract/admin';
import { displayAmount } from '@gpulease/contract/money';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useResourceForm } from '../../../ui/form/resource-form.tsx';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface WriteOffDialogProps {
  readonly receivable: Receivable;
  readonly onClose: () => void;
}

/** Gives up what is left of a receivable. */
export function WriteOffDialog({ receivable, onClose }: WriteOffDialogProps) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const { id, user, open } = receivable;
  const form = useResourceForm(writeOff, { reason: '' });
  const giveUp = useAction('writeOffReceivable', {
    refreshes: ['listReceivables'],
    done: t('payments.decided'),
  });
  return (
    <FormDialog
      form={form}
      title={t('payments.writeOffTitle', { user })}
      submitLabel={t('payments.writeOff')}
      onClose={onClose}
      onSubmit={async (body, close) => {
        await giveUp.run({ params: { id }, body });
        close();
      }}
    >
      <Content component="p">{t('payments.writeOffLead', { amount: displayAmount(open, money) })}</Content>
      <ReasonField />
    </FormDialog>
  );
}
