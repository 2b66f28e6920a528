import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/inputs.tsx';

/** The current six-digit code of the authenticator app. */
export function SecondFactorCodeField({ autoFocus = false }: { readonly autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextField
      isRequired
      name="code"
      label={t('secondFactor.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      {...(autoFocus && { autoFocus })}
    />
  );
}
