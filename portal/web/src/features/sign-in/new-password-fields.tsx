import { isCommonPassword } from '@gpulease/contract/common-passwords';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

interface NewPasswordFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** Whether to warn about common passwords; false if the server refuses them. */
  readonly warnsOfCommon?: boolean;
}

/** A new password, typed twice. A common one is allowed after a warning. */
export function NewPasswordFields({ warnsOfCommon = true, ...props }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const typed: unknown = useWatch({ name: props.name });
  const isCommon = warnsOfCommon && typeof typed === 'string' && isCommonPassword(typed);
  return (
    <>
      <PasswordField
        isRequired
        autoComplete="new-password"
        warning={isCommon ? t('auth.commonPassword') : undefined}
        {...props}
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
