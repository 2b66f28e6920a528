import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

/** A form's `currentPassword`. Proves that the account owner makes the change, not a passerby at an open page. */
export function CurrentPasswordField({ help }: { readonly help?: string }) {
  const { t } = useTranslation();
  return (
    <PasswordField
      isRequired
      name="currentPassword"
      label={t('profile.currentPassword')}
      autoComplete="current-password"
      help={help}
    />
  );
}
