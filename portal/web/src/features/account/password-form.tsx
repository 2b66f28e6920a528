import type { SessionConsole } from '@gpulease/contract/enums';
import { adminPasswordChange, passwordChange } from '@gpulease/contract/me';
import { useTranslation } from 'react-i18next';
import { useEnterSession } from '../../session/session.ts';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

const schemas = { user: passwordChange, admin: adminPasswordChange } as const;
const operations = { user: 'changePassword', admin: 'changeAdminPassword' } as const;

/** Changes the password. That ends every session, so the user signs in again. */
export function PasswordForm({ console }: { readonly console: SessionConsole }) {
  const { t } = useTranslation();
  const change = useAction(operations[console], { done: t('profile.passwordChanged') });
  const enter = useEnterSession(console);
  const form = useResourceForm(schemas[console], {
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
  });
  return (
    <ResourceForm
      form={form}
      submitLabel={t('profile.changePassword')}
      fieldsOfCodes={{ INVALID_CREDENTIALS: 'currentPassword' }}
      onSubmit={async (body) => {
        await change.run({ body });
        form.reset();
        enter({ user: null, expiresAt: null });
      }}
    >
      <CurrentPasswordField />
      <NewPasswordFields
        name="newPassword"
        label={t('profile.newPassword')}
        help={t(console === 'admin' ? 'auth.passwordHelp' : 'profile.newPasswordHelp')}
        warnsOfCommon={console === 'user'}
      />
    </ResourceForm>
  );
}
