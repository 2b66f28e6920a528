import { registration } from '@gpulease/contract/auth';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { CheckboxField, PasswordField, TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { SmsCodeField } from './sms-code-field.tsx';

/** /register: phone first, proven by an SMS code, then name, password and invite code. */
export function RegisterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [params] = useSearchParams();
  const form = useResourceForm(registration, {
    phone: '',
    smsCode: '',
    username: '',
    password: '',
    confirmPassword: '',
    inviteCode: params.get('inviteCode') ?? '',
  });
  return (
    <AuthLayout
      title={t('auth.registerTitle')}
      footer={
        <>
          {t('auth.haveAccount')} <TextLink to="/login">{t('auth.signIn')}</TextLink>
        </>
      }
    >
      <ResourceForm
        form={form}
        submitLabel={t('auth.register')}
        submitProps={{ isBlock: true }}
        fieldsOfCodes={{ NAME_TAKEN: 'username', PHONE_TAKEN: 'phone', PHONE_NOT_VERIFIED: 'smsCode' }}
        onSubmit={async (body) => {
          await call('register', { body });
          toasts.success(t('auth.registered'));
          await navigate('/login');
        }}
      >
        <TextField name="phone" label={t('auth.phone')} type="tel" isRequired autoComplete="tel-national" />
        <SmsCodeField purpose="REGISTER" />
        <TextField
          name="username"
          label={t('auth.username')}
          isRequired
          autoComplete="username"
          help={t('auth.usernameHelp')}
        />
        <PasswordField
          name="password"
          label={t('auth.password')}
          isRequired
          autoComplete="new-password"
          help={t('auth.passwordHelp')}
        />
        <PasswordField
          name="confirmPassword"
          label={t('auth.confirmPassword')}
          isRequired
          autoComplete="new-password"
        />
        <TextField name="inviteCode" label={t('auth.inviteCode')} isRequired autoComplete="off" />
        <CheckboxField
          name="agreeToTerms"
          label={
            <>
              {t('auth.agree')}{' '}
              <TextLink to="/terms" opensNewTab>
                {t('terms.title')}
              </TextLink>
            </>
          }
        />
      </ResourceForm>
    </AuthLayout>
  );
}
