import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiTokenColumns } from '../../ui/api-token-columns.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';

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
  const isAll = name === undefined;
  return (
    <ConfirmAction
      isDanger
      operation="revokeUserApiTokens"
      input={(reason) => ({ params: { username }, body: { reason, ...(!isAll && { name }) } })}
      refreshes={['listUserApiTokens']}
      done={t('apiToken.revoked')}
      title={isAll ? t('apiToken.askRevokeAll', { username }) : t('apiToken.askRevoke', { name })}
      confirmLabel={t(isAll ? 'apiToken.revokeAll' : 'apiToken.revoke')}
      reasonHelp={t('explained.forAudit')}
      onClose={onClose}
    >
      {t('apiToken.revokeBody')}
    </ConfirmAction>
  );
}
