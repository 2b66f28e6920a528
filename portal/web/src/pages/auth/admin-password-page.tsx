import { Divider, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { useConfig } from '../../api/config.ts';
import { SingleSignOnLink } from '../profile/single-sign-on-link.tsx';
import { PasswordForm } from '../profile/password-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** /admin/password: an operator's own password; the first thing to do with one that was made up. */
export function AdminPasswordPage() {
  const { t } = useTranslation();
  const { singleSignOn } = useConfig();
  const mustChange = useSession('admin').data?.user?.mustChangePassword ?? false;
  return (
    <AuthLayout
      title={t('profile.changePassword')}
      {...(mustChange && { subtitle: t('profile.mustChangePassword') })}
    >
      <Stack hasGutter>
        <StackItem>
          <PasswordForm console="admin" />
        </StackItem>
        {singleSignOn && !mustChange && (
          <StackItem>
            <Divider />
            <SingleSignOnLink console="admin" />
          </StackItem>
        )}
      </Stack>
    </AuthLayout>
  );
}
