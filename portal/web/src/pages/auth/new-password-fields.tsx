import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

/** A new password, typed twice. `help` says what is asked of it. */
export function NewPasswordFields({ help }: { readonly help: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        isRequired
        name="newPassword"
        label={t('profile.newPassword')}
        autoComplete="new-password"
        help={help}
      />
      <PasswordField
        isRequired
        name="confirmPassword"
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
