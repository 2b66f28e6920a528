import { userChange, type User, type UserChange } from '@gpulease/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { latestValueIn } from '../../ui/form/latest-value.tsx';
import { useMerge } from '../../ui/form/use-merge.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { LatestValues } from '../../ui/form/latest-values.ts';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The fields that an operator may change. Only edited ones are sent, because the customer may be changing them, too. */
export function UserForm({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { username } = user;
  const params = { username };
  const change = useAction('updateUser', {
    refreshes: ['listUsers', 'listUserSessions'],
    done: t('user.saved', { username }),
  });
  const contact = { phone: user.phone ?? undefined, email: user.email };
  const form = useResourceForm<FieldValues, UserChange>(userChange, contact);
  const edited: Partial<Record<keyof UserChange, boolean>> = form.formState.dirtyFields;
  const { latest } = useMerge(JSON.stringify(contact), contact, form);
  useGuardedEdits(form.formState.isDirty);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('common.save')}
      fieldsOfCodes={{ PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' }}
      onSubmit={async ({ phone, email = null }) => {
        const body = { ...(edited.phone && { phone }), ...(edited.email && { email }) };
        client.setQueryData(queryKey('getUser', { params }), await change.run({ params, body }));
      }}
    >
      <LatestValues value={latestValueIn(latest)}>
        {user.role === 'USER' && (
          <TextField isRequired name="phone" label={t('auth.phone')} type="tel" help={t('user.phoneHelp')} />
        )}
        <TextField isEmptyAbsent name="email" label={t('profile.email')} type="email" />
      </LatestValues>
    </ResourceForm>
  );
}
