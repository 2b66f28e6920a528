import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';

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
      {isRevoking && (
        <ConfirmAction
          isDanger
          operation="revokeUserSessions"
          input={(reason) => ({ params: { username }, body: { reason } })}
          refreshes={['listUserSessions']}
          done={t('user.signOut.done', { username })}
          title={t('user.signOut.ask', { username })}
          confirmLabel={t('user.signOut.action')}
          reasonHelp={t('explained.forAudit')}
          onClose={() => setRevoking(false)}
        >
          {t('user.signOut.body')}
        </ConfirmAction>
      )}
    </>
  );
}
