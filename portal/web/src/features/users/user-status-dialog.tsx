import type { User } from '@gpulease/contract/users';
import type { ActivityStatus } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';

export function UserStatusDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { username } = user;
  const status = oppositeOf(user.status);
  return (
    <ConfirmAction
      operation="setUserStatus"
      input={(reason) => ({ params: { username }, body: { status, reason } })}
      refreshes={['listUsers', 'getUser', 'listUserSessions']}
      done={t('user.changed', { username })}
      title={t(`user.ask.${status}`, { username })}
      confirmLabel={t(`catalogue.toggle.${status}`)}
      {...(status === 'inactive' && { isDanger: true, typedName: username })}
      reasonHelp={t('explained.forAudit')}
      onClose={onClose}
    >
      {t(user.role === 'ADMIN' ? `user.adminConsequence.${status}` : `user.consequence.${status}`)}
    </ConfirmAction>
  );
}

export function oppositeOf(status: ActivityStatus): ActivityStatus {
  return status === 'active' ? 'inactive' : 'active';
}
