import type { Me } from '@gpulease/contract/me';
import { alertAmount } from '@gpulease/contract/validation';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { queryKey } from '../../api/queries.ts';
import { AmountField } from '../../ui/form/amount-field.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';

const schema = z.strictObject({ balanceAlert: alertAmount.or(z.literal('')) });

/** Sets the balance below which the user is notified. An empty amount turns the notification off. */
export function BalanceAlertForm({ me }: { readonly me: Me }) {
  const { t } = useTranslation();
  const change = useAction('updateMe', {
    answers: queryKey('getMe'),
    done: (saved) => t(saved.balanceAlert === null ? 'profile.balanceAlertOff' : 'profile.balanceAlertOn'),
  });
  const form = useResourceForm(schema, { balanceAlert: me.balanceAlert ?? '' });
  useGuardedEdits(form.formState.isDirty);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('profile.saveBalanceAlert')}
      onSubmit={async (values) => {
        await change.run({ body: { balanceAlert: values.balanceAlert || null } });
        form.reset(values);
      }}
    >
      <AmountField
        name="balanceAlert"
        label={t('profile.balanceAlertBelow')}
        help={t('profile.balanceAlertHelp')}
      />
    </ResourceForm>
  );
}
