import type { SmsPurpose } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/inputs.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useCaptcha } from './captcha-dialog.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';

/** A phone number and the code that is sent to it after a captcha. */
export function PhoneFields({ label, purpose }: { readonly label: string; readonly purpose: SmsPurpose }) {
  const { t } = useTranslation();
  const done = purpose === 'RESET_PASSWORD' ? t('auth.codeSentIfKnown') : t('auth.codeSent');
  const sendCode = useAction('sendSmsCode', { done });
  const solve = useCaptcha();
  return (
    <>
      <TextField isRequired name="phone" label={label} type="tel" autoComplete="tel-national" />
      <OneTimeCodeField
        name="smsCode"
        label={t('auth.smsCode')}
        recipient="phone"
        purpose={purpose}
        send={async (phone) => sendCode.run({ body: { phone, purpose, captcha: await solve() } })}
      />
    </>
  );
}
