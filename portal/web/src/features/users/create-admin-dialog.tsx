import { adminCreation, type AdminCreated } from '@gpulease/contract/users';
import { Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/inputs.tsx';
import { useResourceForm } from '../../ui/form/resource-form.tsx';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { useAction } from '../../ui/use-action.ts';

export function CreateAdminDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = useAction('createAdmin', { refreshes: ['listUsers'] });
  const [created, setCreated] = useState<AdminCreated>();
  const form = useResourceForm(adminCreation, { username: '' });
  if (created)
    return (
      <OneTimeSecret
        title={t('user.adminCreated', { username: created.username })}
        about={t('user.firstPassword')}
        secret={created.password}
        label={t('auth.password')}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      title={t('user.createAdmin')}
      submitLabel={t('common.create')}
      fieldsOfCodes={{ NAME_TAKEN: 'username' }}
      onClose={onClose}
      onSubmit={async (body) => setCreated(await create.run({ body }))}
    >
      <Content component="p">{t('user.createAdminBody')}</Content>
      <TextField
        isRequired
        name="username"
        label={t('auth.username')}
        autoComplete="off"
        help={t('auth.usernameHelp')}
      />
    </FormDialog>
  );
}
