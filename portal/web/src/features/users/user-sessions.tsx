import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

/** A user's signed-in devices, with a button to sign out all of them. */
export function UserSessions({ username }: { readonly username: string }) {
  const { t } = useTranslation();
  const columns = useSessionColumns();
  const [isRevoking, setRevoking] = useState(false);
  return (
    <>
      <ResourceTable
        operation="listUserSessions"
        params={{ username }}
        headingLevel="h2"
        title={t('profile.sessions')}
        primaryAction={
          <Button variant="secondary" isDanger onClick={() => setRevoking(true)}>
            {t('user.signOut.action')}
          </Button>
        }
        rowKey={({ id }) => id}
        columns={columns}
        empty={{ title: t('session.empty'), body: t('session.emptyBody') }}
      />
      {isRevoking && <RevokeDialog username={username} onClose={() => setRevoking(false)} />}
    </>
  );
}

interface RevokeDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

function RevokeDialog({ username, onClose }: RevokeDialogProps) {
  const { t } = useTranslation();
  const revoke = useAction('revokeUserSessions', {
    refreshes: ['listUserSessions'],
    done: t('user.signOut.done', { username }),
  });
  return (
    <ConfirmDialog
      isDanger
      title={t('user.signOut.ask', { username })}
      confirmLabel={t('user.signOut.action')}
      isBusy={revoke.isBusy}
      failure={revoke.failure}
      onClose={onClose}
      reasonHelp={t('explained.forAudit')}
      onConfirm={async (reason, close) => {
        await revoke.run({ params: { username }, body: { reason } });
        close();
      }}
    >
      {t('user.signOut.body')}
    </ConfirmDialog>
  );
}
