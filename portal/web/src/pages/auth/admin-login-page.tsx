import { Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { SingleSignOn, SingleSignOnFailure } from './single-sign-on.tsx';

/** /admin/login: the operators' own door. */
export function AdminLoginPage() {
  const { t } = useTranslation();
  return (
    <AuthLayout title={t('auth.adminTitle')} subtitle={t('auth.adminSubtitle')}>
      <Stack hasGutter>
        <SingleSignOnFailure />
        <StackItem>
          <CredentialsForm console="admin" />
        </StackItem>
        <SingleSignOn console="admin" />
      </Stack>
    </AuthLayout>
  );
}
