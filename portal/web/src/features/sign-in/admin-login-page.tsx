import { Stack } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ownPath } from '../../session/return-to.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { LazySecondStep, useSignInSteps } from './sign-in-steps.ts';
import { SingleSignOn, SingleSignOnFailure } from './single-sign-on.tsx';

/** /admin/login: the sign-in of operators. */
export function AdminLoginPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const isOnTheWay = ownPath(params.get('returnTo')) !== undefined;
  const { token, onAnswer, startAgain } = useSignInSteps('admin');
  if (token !== undefined)
    return (
      <AuthLayout title={t('secondFactor.title')}>
        <LazySecondStep console="admin" token={token} onStartAgain={startAgain} />
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={t('auth.adminTitle')}
      subtitle={t(isOnTheWay ? 'auth.toContinue' : 'auth.adminSubtitle')}
    >
      <Stack hasGutter>
        <SingleSignOnFailure />
        <CredentialsForm console="admin" onAnswer={onAnswer} />
        <SingleSignOn console="admin" />
      </Stack>
    </AuthLayout>
  );
}
