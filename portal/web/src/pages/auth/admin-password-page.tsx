import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { PasswordForm } from '../profile/password-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** /admin/password: an operator's own password; the first thing to do with one that was made up. */
export function AdminPasswordPage() {
  const { t } = useTranslation();
  const mustChange = useSession('admin').data?.user?.mustChangePassword ?? false;
  return (
    <AuthLayout
      title={t('profile.changePassword')}
      {...(mustChange && { subtitle: t('profile.mustChangePassword') })}
    >
      <PasswordForm console="admin" />
    </AuthLayout>
  );
}
