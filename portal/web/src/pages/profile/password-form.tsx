import { passwordChange } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useEnterSession } from '../../app/session.ts';
import { PasswordField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useToasts } from '../../ui/toasts.tsx';

/** A new password ends every session, so that one signs in again. */
export function PasswordForm() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const enter = useEnterSession('user');
  const form = useResourceForm(passwordChange, { currentPassword: '', newPassword: '', confirmPassword: '' });
  return (
    <ResourceForm
      form={form}
      submitLabel={t('profile.changePassword')}
      fieldsOfCodes={{ INVALID_CREDENTIALS: 'currentPassword' }}
      onSubmit={async (body) => {
        await call('changePassword', { body });
        toasts.success(t('profile.passwordChanged'));
        enter({ user: null, expiresAt: null });
      }}
    >
      <PasswordField
        isRequired
        name="currentPassword"
        label={t('profile.currentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        isRequired
        name="newPassword"
        label={t('profile.newPassword')}
        autoComplete="new-password"
        help={t('profile.newPasswordHelp')}
      />
      <PasswordField
        isRequired
        name="confirmPassword"
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
      />
    </ResourceForm>
  );
}
