import { isCommonPassword } from '@gpulease/contract/common-passwords';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** Whether to warn about common passwords; false where they are refused. */
  readonly warnsOfCommon?: boolean;
}

/** A field for a new password. A common password is allowed after a warning. */
export function NewPasswordField({ warnsOfCommon = true, ...props }: NewPasswordFieldProps) {
  const { t } = useTranslation();
  const typed: unknown = useWatch({ name: props.name });
  const isCommon = warnsOfCommon && typeof typed === 'string' && isCommonPassword(typed);
  return (
    <PasswordField
      isRequired
      autoComplete="new-password"
      warning={isCommon ? t('auth.commonPassword') : undefined}
      {...props}
    />
  );
}

interface NewPasswordFieldsProps extends Pick<NewPasswordFieldProps, 'warnsOfCommon'> {
  /** The requirements. */
  readonly help: string;
}

/** A new password, typed twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <NewPasswordField name="newPassword" label={t('profile.newPassword')} {...props} />
      <PasswordField
        isRequired
        name="confirmPassword"
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}
