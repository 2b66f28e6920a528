import type { SignIn } from '@gpulease/contract/me';
import { Button, Label } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The signed-in devices, each of which can be signed out. */
export function Sessions() {
  const { t } = useTranslation();
  const [browser, ...columns] = useSessionColumns();
  const [isEndingOthers, setEndingOthers] = useState(false);
  const end = useAction('endSession', { refreshes: ['listSessions'], done: t('session.ended') });
  const browserColumn = {
    ...browser,
    render: (session: SignIn) => (
      <>
        {browser.render(session)}{' '}
        {session.current && (
          <Label isCompact color="blue">
            {t('session.current')}
          </Label>
        )}
      </>
    ),
  };
  return (
    <>
      <ResourceTable
        operation="listSessions"
        headingLevel="h2"
        title={t('profile.sessions')}
        primaryAction={
          <Button variant="secondary" onClick={() => setEndingOthers(true)}>
            {t('session.endOthers')}
          </Button>
        }
        rowKey={({ id }) => id}
        rowName={({ address }) => address}
        columns={[browserColumn, ...columns]}
        rowActions={({ id, current }) => [
          {
            key: 'end',
            title: t('session.end'),
            isDanger: true,
            isDisabled: current,
            onClick: () => void end.attempt({ params: { id } }),
          },
        ]}
        empty={{ title: t('session.empty'), body: t('session.emptyBody') }}
      />
      {isEndingOthers && <EndOthersDialog onClose={() => setEndingOthers(false)} />}
    </>
  );
}

function EndOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const end = useAction('endOtherSessions', { refreshes: ['listSessions'], done: t('session.othersEnded') });
  return (
    <ConfirmDialog
      isDanger
      title={t('session.askEndOthers')}
      confirmLabel={t('session.endOthers')}
      isBusy={end.isBusy}
      failure={end.failure}
      onClose={onClose}
      onConfirm={async (_, close) => {
        await end.run({});
        close();
      }}
    >
      {t('session.endOthersBody')}
    </ConfirmDialog>
  );
}
