import { isCommonPassword } from '@gpulease/contract/common-passwords';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/inputs.tsx';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** Says of one that is guessed first to mind it; false where such a password is refused. */
  readonly warnsOfCommon?: boolean;
}

/** A password to be chosen. One that is guessed first is its owner's to take all the same. */
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
  /** Says what is asked of it. */
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
