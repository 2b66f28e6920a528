import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/inputs.tsx';

/** The six digits that the authenticator app shows now. */
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
