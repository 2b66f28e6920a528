import { userChange, type User } from '@gpulease/contract/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { useKeptForm } from '../../app/kept-form.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';

/** What an operator may change of an account. */
export function UserForm({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { username } = user;
  const params = { username };
  const change = useAction('updateUser', {
    refreshes: ['listUsers', 'listUserSessions'],
    done: t('user.saved', { username }),
  });
  const form = useResourceForm(userChange, { phone: user.phone ?? undefined, email: user.email });
  useKeptForm(form);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('common.save')}
      fieldsOfCodes={{ PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' }}
      onSubmit={async ({ phone, email = null }) => {
        const body = { email, ...(phone !== undefined && { phone }) };
        client.setQueryData(queryKey('getUser', { params }), await change.run({ params, body }));
      }}
    >
      {user.role === 'USER' && (
        <TextField isRequired name="phone" label={t('auth.phone')} type="tel" help={t('user.phoneHelp')} />
      )}
      <TextField isEmptyAbsent name="email" label={t('profile.email')} type="email" />
    </ResourceForm>
  );
}
