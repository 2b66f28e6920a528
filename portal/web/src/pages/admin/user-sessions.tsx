import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useKeptState } from '../../app/kept-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useCloseFromHere } from '../../ui/use-mounted.ts';

/** Where a user is signed in, all to be ended at once. */
export function UserSessions({ username }: { readonly username: string }) {
  const { t } = useTranslation();
  const columns = useSessionColumns();
  const [isRevoking, setRevoking] = useKeptState('revoke', false);
  return (
    <>
      <ResourceTable
        operation="listUserSessions"
        params={{ username }}
        headingLevel="h2"
        title={t('profile.sessions')}
        primaryAction={
          <Button variant="secondary" isDanger onClick={() => setRevoking(true)}>
            {t('session.revoke')}
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
  const close = useCloseFromHere(onClose);
  const revoke = useAction('revokeUserSessions', {
    refreshes: ['listUserSessions'],
    done: t('session.revoked', { username }),
  });
  return (
    <ConfirmDialog
      isDanger
      title={t('session.askRevoke', { username })}
      confirmLabel={t('session.revoke')}
      isBusy={revoke.isBusy}
      failure={revoke.failure}
      onClose={onClose}
      reasonHelp={t('explained.forAudit')}
      onConfirm={async (reason) => {
        await revoke.run({ params: { username }, body: { reason } });
        close();
      }}
    >
      {t('session.revokeBody')}
    </ConfirmDialog>
  );
}
