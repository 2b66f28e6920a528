import { Button } from '@patternfly/react-core';
import { useRef, useState, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { asFailure } from '../../api/failure.ts';
import { keepText, readText } from '../../browser/storage.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { LinkedText } from '../../ui/links.tsx';
import { useToasts } from '../../ui/toasts.tsx';

interface OneTimeCodeFieldProps {
  readonly name: string;
  readonly label: string;
  /** The field with the phone number or email address. */
  readonly recipient: string;
  /** Separates the countdowns of different pages. */
  readonly purpose: string;
  /** Requests a code. Rejects with Failure. */
  readonly send: (recipient: string) => Promise<{ readonly resendAfter: number }>;
}

/** A field for a six-digit code, with a button that sends the code to the address in another field. */
export function OneTimeCodeField({ name, label, recipient, purpose, send }: OneTimeCodeFieldProps) {
  const { t } = useTranslation();
  const { sandbox } = useConfig();
  const form = useFormContext<Record<string, string>>();
  const toasts = useToasts();
  const [secondsLeft, begin] = useCountdown(purpose);
  const [isSending, setSending] = useState(false);
  // The button is disabled only after a render; a second click before that must not send again.
  const isRunning = useRef(false);

  const sendCode = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    try {
      if (!(await form.trigger(recipient, { shouldFocus: true }))) return;
      const { resendAfter } = await send(form.getValues(recipient));
      begin(resendAfter);
      form.setFocus(name);
    } catch (error) {
      showFailure(error);
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  };
  const showFailure = (error: unknown) => {
    const failure = asFailure(error);
    const message = failure.details.fields?.[recipient];
    if (message) form.setError(recipient, { type: 'server', message });
    else toasts.failure(failure, t('auth.codeSendFailed'));
    if (failure.details.retryAfter) begin(failure.details.retryAfter);
  };

  return (
    <TextField
      name={name}
      label={label}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      help={sandbox && <SandboxHint />}
      after={
        <Button variant="control" isDisabled={isSending || secondsLeft > 0} onClick={() => void sendCode()}>
          {secondsLeft > 0 ? t('auth.resendIn', { seconds: secondsLeft }) : t('auth.sendCode')}
        </Button>
      }
    />
  );
}

function SandboxHint() {
  const { t } = useTranslation();
  return <LinkedText text={t('auth.codeInSandbox')} to="/test" />;
}

const PREFIX = 'gpulease-countdown-';

/** Counts down by the clock, so a sleeping tab does not delay it. Stored under `name`, so it survives a reload. */
function useCountdown(name: string): readonly [secondsLeft: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Number(readText('sessionStorage', PREFIX + name)));
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1_000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = (seconds: number) => {
    const newEnd = Date.now() + seconds * 1_000;
    keepText('sessionStorage', PREFIX + name, String(newEnd));
    setNow(Date.now());
    setEnd(newEnd);
  };
  return [secondsLeft, begin];
}
