import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiTokenColumns } from '../../ui/api-token-columns.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';

const CreateApiTokenDialog = lazyDialog(
  async () => (await import('./create-api-token-dialog.tsx')).CreateApiTokenDialog,
);

export function ApiTokens() {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<string>();
  const createButton = <Button onClick={() => setCreating(true)}>{t('apiToken.create')}</Button>;
  return (
    <>
      <ResourceTable
        operation="listApiTokens"
        title={t('profile.apiTokens')}
        description={t('apiToken.lead')}
        primaryAction={createButton}
        rowKey={({ name }) => name}
        columns={useApiTokenColumns()}
        rowActions={({ name }) => [
          { key: 'delete', title: t('common.delete'), isDanger: true, onClick: () => setDeleted(name) },
        ]}
        empty={{ title: t('apiToken.empty'), body: t('apiToken.emptyBody'), action: createButton }}
      />
      {isCreating && <CreateApiTokenDialog onClose={() => setCreating(false)} />}
      {deleted !== undefined && (
        <ConfirmAction
          isDanger
          operation="deleteApiToken"
          input={() => ({ params: { name: deleted } })}
          refreshes={['listApiTokens']}
          done={t('apiToken.deleted')}
          title={t('apiToken.askDelete', { name: deleted })}
          confirmLabel={t('common.delete')}
          onClose={() => setDeleted(undefined)}
        >
          {t('apiToken.deleteBody')}
        </ConfirmAction>
      )}
    </>
  );
}
