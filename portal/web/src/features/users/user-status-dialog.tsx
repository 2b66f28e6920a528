import type { User } from '@gpulease/contract/admin';
import type { ActivityStatus } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../../ui/use-action.ts';

interface UserStatusDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks before it activates or deactivates an account, and says what that does. */
export function UserStatusDialog({ user, onClose }: UserStatusDialogProps) {
  const { t } = useTranslation();
  const { username } = user;
  const change = useAction('setUserStatus', {
    refreshes: ['listUsers', 'getUser', 'listUserSessions'],
    done: t('user.changed', { username }),
  });
  const status = oppositeOf(user.status);
  return (
    <ConfirmDialog
      title={t(`user.ask.${status}`, { username })}
      confirmLabel={t(`toggle.${status}`)}
      isDanger={status === 'inactive'}
      {...(status === 'inactive' && { typedName: username })}
      isBusy={change.isBusy}
      failure={change.failure}
      onClose={onClose}
      reasonHelp={t('explained.forAudit')}
      onConfirm={async (reason, close) => {
        await change.run({ params: { username }, body: { status, reason } });
        close();
      }}
    >
      {t(user.role === 'ADMIN' ? `user.adminConsequence.${status}` : `user.consequence.${status}`)}
    </ConfirmDialog>
  );
}

/** The other status. */
export function oppositeOf(status: ActivityStatus): ActivityStatus {
  return status === 'active' ? 'inactive' : 'active';
}
