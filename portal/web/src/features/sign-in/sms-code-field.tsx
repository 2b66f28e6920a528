import type { SmsPurpose } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../ui/use-action.ts';
import { useCaptcha } from './captcha-dialog.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';

/** The code sent to the form's phone, after a captcha. */
export function SmsCodeField({ purpose }: { readonly purpose: SmsPurpose }) {
  const { t } = useTranslation();
  const done = purpose === 'RESET_PASSWORD' ? t('auth.codeSentIfKnown') : t('auth.codeSent');
  const sendCode = useAction('sendSmsCode', { done });
  const solve = useCaptcha();
  return (
    <OneTimeCodeField
      name="smsCode"
      label={t('auth.smsCode')}
      recipient="phone"
      purpose={purpose}
      send={async (phone) => sendCode.run({ body: { phone, purpose, captcha: await solve() } })}
    />
  );
}
