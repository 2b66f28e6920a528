import type { SignInAnswer } from '@gpulease/contract/auth';
import { Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ownPath, withReturnTo } from '../../session/return-to.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { FilledTabs } from './filled-tabs.tsx';
import { SecondStep, useSignInSteps } from './sign-in-steps.ts';
import { SingleSignOn, SingleSignOnFailure } from './single-sign-on.tsx';
import { SmsCodeField } from './sms-code-field.tsx';

const loadPhoneSchema = async () => (await import('@gpulease/contract/auth')).phoneCredentials;

/** /login: by username and password, or by phone and SMS code. */
export function LoginPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { token, onAnswer, startAgain } = useSignInSteps('user');
  if (token !== undefined) return <SecondStep console="user" token={token} onStartAgain={startAgain} />;
  return (
    <AuthLayout
      title={t('auth.signInTitle')}
      subtitle={ownPath(params.get('returnTo')) && t('auth.toContinue')}
      footer={
        <>
          {t('auth.noAccount')}{' '}
          <TextLink to={`/register${withReturnTo(params)}`}>{t('auth.register')}</TextLink>
        </>
      }
    >
      <Stack hasGutter>
        <SingleSignOnFailure />
        <StackItem>
          <FilledTabs
            label={t('auth.signInTitle')}
            tabs={[
              {
                key: 'username',
                title: t('auth.byUsername'),
                content: <CredentialsForm console="user" onAnswer={onAnswer} />,
              },
              { key: 'phone', title: t('auth.byPhone'), content: <PhoneForm onAnswer={onAnswer} /> },
            ]}
          />
        </StackItem>
        <StackItem>
          <TextLink to={`/forgot-password${withReturnTo(params)}`}>{t('auth.forgotPassword')}</TextLink>
        </StackItem>
        <SingleSignOn console="user" />
      </Stack>
    </AuthLayout>
  );
}

function PhoneForm({ onAnswer }: { readonly onAnswer: (answer: SignInAnswer) => void }) {
  const { t } = useTranslation();
  const form = useResourceForm(loadPhoneSchema, { phone: '', smsCode: '' });
  const login = useAction('loginByPhone');
  return (
    <ResourceForm
      form={form}
      submitLabel={t('auth.signIn')}
      submitProps={{ isBlock: true }}
      failureTitle={t('auth.signInFailed')}
      fieldsOfCodes={{ PHONE_NOT_VERIFIED: 'smsCode' }}
      onSubmit={async (body) => onAnswer(await login.run({ body }))}
    >
      <TextField name="phone" label={t('auth.phone')} type="tel" isRequired autoComplete="tel-national" />
      <SmsCodeField purpose="LOGIN" />
    </ResourceForm>
  );
}
