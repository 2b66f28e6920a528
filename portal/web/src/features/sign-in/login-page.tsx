import { Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ownPath, withReturnTo } from '../../session/return-to.ts';
import { TextLink } from '../../ui/links.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CustomerForms } from './customer-forms.tsx';
import { LazySecondStep, useSignInSteps } from './sign-in-steps.ts';
import { SingleSignOn, SingleSignOnFailure } from './single-sign-on.tsx';

/** /login: sign-in by username and password, or by phone and SMS code. */
export function LoginPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { token, onAnswer, startAgain } = useSignInSteps('user');
  if (token !== undefined)
    return (
      <AuthLayout title={t('secondFactor.title')}>
        <LazySecondStep console="user" token={token} onStartAgain={startAgain} />
      </AuthLayout>
    );
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
          <CustomerForms onAnswer={onAnswer} />
        </StackItem>
        <StackItem>
          <TextLink to={`/forgot-password${withReturnTo(params)}`}>{t('auth.forgotPassword')}</TextLink>
        </StackItem>
        <SingleSignOn console="user" />
      </Stack>
    </AuthLayout>
  );
}
