import { Divider, Stack, StackItem, Title } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useEnterSession, useSession } from '../../session/session.ts';
import { useConfig } from '../../api/config.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PasswordForm } from './password-form.tsx';
import { SingleSignOnLink } from './single-sign-on-link.tsx';
import { AuthLayout } from '../sign-in/auth-layout.tsx';

const SecondFactor = lazyPart(async () => (await import('./second-factor/second-factor.tsx')).SecondFactor);

/** /admin/password: an operator's sign-in settings. Operators with a generated password must change it here first. */
export function AdminPasswordPage() {
  const { t } = useTranslation();
  const user = useSession('admin').data?.user;
  // Stays set until the recovery codes are saved: the session reports the second factor as on before that.
  const [isSettingUp, setSettingUp] = useState(false);
  if (user?.mustSetUpSecondFactor && !isSettingUp) setSettingUp(true);
  if (user?.mustChangePassword)
    return (
      <AuthLayout title={t('profile.changePassword')} subtitle={t('profile.mustChangePassword')}>
        <PasswordForm console="admin" />
      </AuthLayout>
    );
  if (isSettingUp) return <RequiredSecondFactor />;
  return <OwnSignIn />;
}

function RequiredSecondFactor() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enter = useEnterSession('admin');
  const session = useSession('admin').data;
  return (
    <AuthLayout title={t('secondFactor.title')} subtitle={t('secondFactor.mustTurnOn')}>
      <SecondFactor
        console="admin"
        onTurnedOn={() => {
          if (session?.user) enter({ ...session, user: { ...session.user, mustSetUpSecondFactor: false } });
          void navigate('/admin/overview');
        }}
      />
    </AuthLayout>
  );
}

function OwnSignIn() {
  const { t } = useTranslation();
  const { singleSignOn } = useConfig();
  return (
    <AuthLayout title={t('profile.signInAndSecurity')}>
      <Stack hasGutter>
        <Title headingLevel="h2">{t('profile.changePassword')}</Title>
        <PasswordForm console="admin" />
        <Divider />
        <Title headingLevel="h2">{t('secondFactor.title')}</Title>
        <StackItem>
          <SecondFactor console="admin" />
        </StackItem>
        {singleSignOn && (
          <StackItem>
            <Divider />
            <SingleSignOnLink console="admin" />
          </StackItem>
        )}
      </Stack>
    </AuthLayout>
  );
}
