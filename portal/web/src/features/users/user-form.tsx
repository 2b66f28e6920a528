import { userChange, type User, type UserChange } from '@gpulease/contract/users';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { latestValueIn, LatestValues } from '../../ui/form/latest-value.tsx';
import { useMerge } from '../../ui/form/use-save.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useGuardedEdits } from '../../ui/navigation-guard.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The fields that an operator may change. Sends only edited ones, because the customer may change the others. */
export function UserForm({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const { username } = user;
  const params = { username };
  const change = useAction('updateUser', {
    answers: queryKey('getUser', { params }),
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
        await change.run({ params, body });
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
