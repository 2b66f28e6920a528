import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

/** Proves that the user, and not whoever found the page open, wants the change. A form's `currentPassword`. */
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
