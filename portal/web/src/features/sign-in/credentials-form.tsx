import type { SignInAnswer } from '@gpulease/contract/auth';
import type { SessionConsole } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField, TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { asFailure } from '../../api/failure.ts';
import { useAction } from '../../ui/use-action.ts';
import { useCaptcha } from './captcha-dialog.tsx';

const loadSchema = async () => (await import('@gpulease/contract/auth')).credentials;

const loginOperations = { user: 'login', admin: 'adminLogin' } as const;

interface CredentialsFormProps {
  readonly console: SessionConsole;
  /** Prefilled, so that the user types only the password. */
  readonly username?: string | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

/** Sign-in by username and password, with a captcha if the server requires one after failed attempts. */
export function CredentialsForm({ console, username = '', onAnswer }: CredentialsFormProps) {
  const { t } = useTranslation();
  // The first field is focused automatically, so a click elsewhere must not show an error that moves its target.
  const form = useResourceForm(loadSchema, { username, password: '' }, undefined, 'onSubmit');
  const login = useAction(loginOperations[console]);
  const solve = useCaptcha();
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  return (
    <ResourceForm
      form={form}
      submitLabel={t('auth.signIn')}
      submitProps={{ isBlock: true }}
      failureTitle={t('auth.signInFailed')}
      onFailure={({ details }) => setNeedsCaptcha(details.captcha === 'required')}
      onSubmit={async (values) => {
        const attempt = async (isVerified: boolean) =>
          login.run({ body: { ...values, ...(isVerified && { captcha: await solve() }) } });
        const answer = await attempt(needsCaptcha).catch(async (failure: unknown) => {
          if (needsCaptcha || asFailure(failure).code !== 'INVALID_CAPTCHA_TOKEN') throw failure;
          return attempt(true);
        });
        onAnswer(answer);
      }}
    >
      <TextField
        isRequired
        name="username"
        label={t('auth.username')}
        autoComplete="username"
        autoFocus={username === ''}
      />
      <PasswordField isRequired name="password" label={t('auth.password')} autoComplete="current-password" />
    </ResourceForm>
  );
}
