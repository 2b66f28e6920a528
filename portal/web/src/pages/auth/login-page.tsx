import { phoneCredentials } from '@gpulease/contract/auth';
import { Stack, StackItem, Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { withReturnTo } from '../../app/return-to.ts';
import { useEnterSession } from '../../app/session.ts';
import { TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { SingleSignOn, SingleSignOnFailure } from './single-sign-on.tsx';
import { SmsCodeField } from './sms-code-field.tsx';

/** /login: by username and password, or by phone and SMS code. */
export function LoginPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [tab, setTab] = useState<string | number>('username');
  return (
    <AuthLayout
      title={t('auth.signInTitle')}
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
          <Tabs
            isFilled
            mountOnEnter
            activeKey={tab}
            aria-label={t('auth.signInTitle')}
            onSelect={(_, key) => setTab(key)}
          >
            <Tab eventKey="username" title={<TabTitleText>{t('auth.byUsername')}</TabTitleText>}>
              <CredentialsForm console="user" />
            </Tab>
            <Tab eventKey="phone" title={<TabTitleText>{t('auth.byPhone')}</TabTitleText>}>
              <PhoneForm />
            </Tab>
          </Tabs>
        </StackItem>
        <StackItem>
          <TextLink to={`/forgot-password${withReturnTo(params)}`}>{t('auth.forgotPassword')}</TextLink>
        </StackItem>
        <SingleSignOn console="user" />
      </Stack>
    </AuthLayout>
  );
}

function PhoneForm() {
  const { t } = useTranslation();
  const form = useResourceForm(phoneCredentials, { phone: '', smsCode: '' });
  const enter = useEnterSession('user');
  const login = useAction('loginByPhone');
  return (
    <ResourceForm
      form={form}
      submitLabel={t('auth.signIn')}
      submitProps={{ isBlock: true }}
      failureTitle={t('auth.signInFailed')}
      fieldsOfCodes={{ PHONE_NOT_VERIFIED: 'smsCode' }}
      onSubmit={async (body) => enter(await login.run({ body }))}
    >
      <TextField name="phone" label={t('auth.phone')} type="tel" isRequired autoComplete="tel-national" />
      <SmsCodeField purpose="LOGIN" />
    </ResourceForm>
  );
}
