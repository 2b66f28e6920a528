import { LONGEST_REASON } from '@gpulease/contract/endpoints';
import { useTranslation } from 'react-i18next';
import { TextField } from './inputs.tsx';

/** An operator's reason; the help text states who reads it. */
export function ReasonField({ help }: { readonly help?: string }) {
  const { t } = useTranslation();
  return (
    <TextField
      isRequired
      name="reason"
      label={t('common.reason')}
      help={help}
      maxLength={LONGEST_REASON}
      autoComplete="off"
    />
  );
}
