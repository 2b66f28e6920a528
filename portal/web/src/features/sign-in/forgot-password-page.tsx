import { passwordResetByEmail, passwordResetByPhone, type WaysIn } from '@gpulease/contract/auth';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useConfig } from '../../api/config.ts';
import { withReturnTo } from '../../session/return-to.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm, type ResourceFormProps } from '../../ui/form/resource-form.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useNavigateFromHere } from '../../ui/use-mounted.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useCaptcha } from './captcha-dialog.tsx';
import { FilledTabs } from './filled-tabs.tsx';
import { hasWaysIn, KeepWaysIn, NO_WAYS_IN } from './keep-ways-in.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';
import { PhoneFields } from './phone-fields.tsx';

const noPassword = { newPassword: '', confirmPassword: '' };

/** /forgot-password: sends a code to the account's phone or email address, then sets a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { email } = useConfig();
  return (
    <AuthLayout
      title={t('auth.resetPassword')}
      subtitle={t('auth.resetEnds')}
      footer={<TextLink to={`/login${withReturnTo(params)}`}>{t('auth.signIn')}</TextLink>}
    >
      {email ? (
        <FilledTabs
          label={t('auth.resetPassword')}
          tabs={[
            { key: 'phone', title: t('auth.phone'), content: <ByPhone /> },
            { key: 'email', title: t('profile.email'), content: <ByEmail /> },
          ]}
        />
      ) : (
        <ByPhone />
      )}
    </AuthLayout>
  );
}

function ByPhone() {
  const { t } = useTranslation();
  const form = useResourceForm(passwordResetByPhone, { phone: '', smsCode: '', ...noPassword });
  const listWaysIn = useAction('listWaysInByPhone');
  const reset = useAction('resetPasswordByPhone', { done: t('auth.passwordReset') });
  return (
    <ResetForm
      form={form}
      fieldsOfCodes={{ PHONE_NOT_VERIFIED: 'smsCode' }}
      waysIn={({ phone, smsCode }) => listWaysIn.run({ body: { phone, smsCode } })}
      onReset={(body) => reset.run({ body })}
    >
      <PhoneFields label={t('auth.phone')} purpose="RESET_PASSWORD" />
    </ResetForm>
  );
}

function ByEmail() {
  const { t } = useTranslation();
  const form = useResourceForm(passwordResetByEmail, { email: '', emailCode: '', ...noPassword });
  const listWaysIn = useAction('listWaysInByEmail');
  const reset = useAction('resetPasswordByEmail', { done: t('auth.passwordReset') });
  const sendCode = useAction('sendResetEmailCode', { done: t('auth.codeSentIfKnown') });
  const solve = useCaptcha();
  return (
    <ResetForm
      form={form}
      fieldsOfCodes={{ EMAIL_NOT_VERIFIED: 'emailCode' }}
      waysIn={({ email, emailCode }) => listWaysIn.run({ body: { email, emailCode } })}
      onReset={(body) => reset.run({ body })}
    >
      <TextField name="email" label={t('profile.email')} type="email" isRequired autoComplete="email" />
      <OneTimeCodeField
        name="emailCode"
        label={t('profile.emailCode')}
        recipient="email"
        purpose="RESET_PASSWORD_BY_EMAIL"
        send={async (email) => sendCode.run({ body: { email, captcha: await solve() } })}
      />
    </ResetForm>
  );
}

interface ResetFormProps<In extends FieldValues, Out> extends Pick<
  ResourceFormProps<In, Out>,
  'form' | 'fieldsOfCodes' | 'children'
> {
  readonly waysIn: (values: Out) => Promise<WaysIn>;
  readonly onReset: (values: Out & { readonly keep: WaysIn }) => Promise<unknown>;
}

/** The part of the form that both channels share. If the account has other ways in, the user chooses which to keep. */
function ResetForm<In extends FieldValues, Out extends object>({
  children,
  waysIn,
  onReset,
  ...props
}: ResetFormProps<In, Out>) {
  const { t } = useTranslation();
  const navigate = useNavigateFromHere();
  const [params] = useSearchParams();
  const [choice, setChoice] = useState<{ readonly values: Out; readonly waysIn: WaysIn }>();
  const reset = async (values: Out, keep: WaysIn) => {
    await onReset({ ...values, keep });
    await navigate(`/login${withReturnTo(params)}`);
  };
  return (
    <>
      <ResourceForm
        {...props}
        submitLabel={t('auth.resetPassword')}
        submitProps={{ isBlock: true }}
        failureTitle={t('auth.resetFailed')}
        onSubmit={async (values) => {
          const found = await waysIn(values);
          if (hasWaysIn(found)) setChoice({ values, waysIn: found });
          else await reset(values, NO_WAYS_IN);
        }}
      >
        {children}
        <NewPasswordFields
          name="newPassword"
          label={t('profile.newPassword')}
          help={t('auth.passwordHelp')}
        />
      </ResourceForm>
      {choice && (
        <KeepWaysIn
          waysIn={choice.waysIn}
          onConfirm={(keep) => reset(choice.values, keep)}
          onClose={() => setChoice(undefined)}
        />
      )}
    </>
  );
}
