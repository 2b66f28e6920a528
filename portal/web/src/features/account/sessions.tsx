import type { SignIn } from '@gpulease/contract/me';
import { Button, Label } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

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
            title: t('shell.signOut'),
            isDanger: true,
            isDisabled: current,
            onClick: () => void end.attempt({ params: { id } }),
          },
        ]}
        empty={{ title: t('session.empty'), body: t('session.emptyBody') }}
      />
      {isEndingOthers && (
        <ConfirmAction
          isDanger
          operation="endOtherSessions"
          input={() => ({})}
          refreshes={['listSessions']}
          done={t('session.othersEnded')}
          title={t('session.askEndOthers')}
          confirmLabel={t('session.endOthers')}
          onClose={() => setEndingOthers(false)}
        >
          {t('session.endOthersBody')}
        </ConfirmAction>
      )}
    </>
  );
}
