import type { SmsPurpose } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asFailure } from '../../api/failure.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useCaptcha } from './captcha-dialog.tsx';
import { useCountdown } from './countdown.ts';

interface PhoneForm {
  readonly phone: string;
  readonly smsCode: string;
}

/** The six digits, and the button that sends them to the form's phone. */
export function SmsCodeField({ purpose }: { readonly purpose: SmsPurpose }) {
  const { t } = useTranslation();
  const form = useFormContext<PhoneForm>();
  const toasts = useToasts();
  const sendCode = useAction('sendSmsCode', { done: t('auth.codeSent') });
  const solve = useCaptcha();
  const [secondsLeft, begin] = useCountdown();
  const [isSending, setSending] = useState(false);

  const send = async () => {
    if (!(await form.trigger('phone', { shouldFocus: true }))) return;
    setSending(true);
    try {
      const phone = form.getValues('phone');
      const { resendAfter } = await sendCode.run({ body: { phone, purpose, captcha: await solve() } });
      begin(resendAfter);
      form.setFocus('smsCode');
    } catch (error) {
      showFailure(error);
    } finally {
      setSending(false);
    }
  };
  const showFailure = (error: unknown) => {
    const failure = asFailure(error);
    const message = failure.details.fields?.phone;
    if (message) form.setError('phone', { type: 'server', message });
    else toasts.failure(failure, t('auth.codeSendFailed'));
    if (failure.details.retryAfter) begin(failure.details.retryAfter);
  };

  return (
    <TextField
      name="smsCode"
      label={t('auth.smsCode')}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      after={
        <Button variant="control" isDisabled={isSending || secondsLeft > 0} onClick={() => void send()}>
          {secondsLeft > 0 ? t('auth.resendIn', { seconds: secondsLeft }) : t('auth.sendCode')}
        </Button>
      }
    />
  );
}
