import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiTokenColumns } from '../../ui/api-token-columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The token to revoke, by its name, or all. */
interface Revocation {
  readonly name?: string;
}

/** A user's API tokens, with buttons to revoke one or all. */
export function UserApiTokens({ username }: { readonly username: string }) {
  const { t } = useTranslation();
  const [revocation, setRevocation] = useState<Revocation>();
  return (
    <>
      <ResourceTable
        operation="listUserApiTokens"
        params={{ username }}
        headingLevel="h2"
        title={t('profile.apiTokens')}
        primaryAction={
          <Button variant="secondary" isDanger onClick={() => setRevocation({})}>
            {t('apiToken.revokeAll')}
          </Button>
        }
        rowKey={({ name }) => name}
        columns={useApiTokenColumns()}
        rowActions={({ name }) => [
          {
            key: 'revoke',
            title: t('apiToken.revoke'),
            isDanger: true,
            onClick: () => setRevocation({ name }),
          },
        ]}
        empty={{ title: t('apiToken.empty'), body: t('apiToken.noneOfUser') }}
      />
      {revocation && (
        <RevokeDialog username={username} {...revocation} onClose={() => setRevocation(undefined)} />
      )}
    </>
  );
}

interface RevokeDialogProps extends Revocation {
  readonly username: string;
  readonly onClose: () => void;
}

function RevokeDialog({ username, name, onClose }: RevokeDialogProps) {
  const { t } = useTranslation();
  const revoke = useAction('revokeUserApiTokens', {
    refreshes: ['listUserApiTokens'],
    done: t('apiToken.revoked'),
  });
  const isAll = name === undefined;
  return (
    <ConfirmDialog
      isDanger
      title={isAll ? t('apiToken.askRevokeAll', { username }) : t('apiToken.askRevoke', { name })}
      confirmLabel={t(isAll ? 'apiToken.revokeAll' : 'apiToken.revoke')}
      isBusy={revoke.isBusy}
      failure={revoke.failure}
      onClose={onClose}
      reasonHelp={t('explained.forAudit')}
      onConfirm={async (reason, close) => {
        await revoke.run({ params: { username }, body: { reason, ...(!isAll && { name }) } });
        close();
      }}
    >
      {t('apiToken.revokeBody')}
    </ConfirmDialog>
  );
}
