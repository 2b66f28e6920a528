import { registration } from '@gpulease/contract/auth';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { withReturnTo } from '../../session/return-to.ts';
import { useEnterSession } from '../../session/session.ts';
import { CheckboxField, TextField } from '../../ui/form/inputs.tsx';
import { ResourceForm, useResourceForm } from '../../ui/form/resource-form.tsx';
import { LinkedText, TextLink } from '../../ui/links.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useNavigateFromHere } from '../../ui/use-mounted.ts';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PhoneFields } from './phone-fields.tsx';
import { SupportText } from '../../ui/support-text.tsx';

/** /register: a phone verified by SMS code, a username, a password and an invite code. */
export function RegisterPage() {
  const { t } = useTranslation();
  const navigate = useNavigateFromHere();
  const register = useAction('register', { done: t('auth.registered') });
  const login = useAction('login');
  const enter = useEnterSession('user');
  const [params] = useSearchParams();
  const onwards = withReturnTo(params);
  const oidcToken = params.get('oidcToken') ?? undefined;
  const form = useResourceForm(registration, {
    phone: '',
    smsCode: '',
    username: '',
    password: '',
    confirmPassword: '',
    inviteCode: params.get('inviteCode') ?? '',
    oidcToken,
  });
  return (
    <AuthLayout
      title={t('auth.registerTitle')}
      {...(oidcToken && { subtitle: t('auth.completeRegistration') })}
      footer={
        <>
          {t('auth.haveAccount')} <TextLink to={`/login${onwards}`}>{t('auth.signIn')}</TextLink>
        </>
      }
    >
      <ResourceForm
        form={form}
        submitLabel={t('auth.register')}
        submitProps={{ isBlock: true }}
        failureTitle={t('auth.registrationFailed')}
        fieldsOfCodes={{ NAME_TAKEN: 'username', PHONE_TAKEN: 'phone', PHONE_NOT_VERIFIED: 'smsCode' }}
        onSubmit={async (body) => {
          await register.run({ body });
          const { username, password } = body;
          // The account exists even if this fails; then the user signs in manually.
          await login.run({ body: { username, password } }).then(enter, () => navigate(`/login${onwards}`));
        }}
      >
        <PhoneFields label={t('auth.phone')} purpose="REGISTER" />
        <TextField
          name="username"
          label={t('auth.username')}
          isRequired
          autoComplete="username"
          help={t('auth.usernameHelp')}
        />
        <NewPasswordFields name="password" label={t('auth.password')} help={t('auth.passwordHelp')} />
        <TextField
          name="inviteCode"
          label={t('auth.inviteCode')}
          isRequired
          autoComplete="off"
          help={<SupportText>{t('auth.inviteCodeHelp')}</SupportText>}
        />
        <CheckboxField name="agreeToTerms" label={<LinkedText text={t('auth.agree')} to="/terms" />} />
      </ResourceForm>
    </AuthLayout>
  );
}
