import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiTokenColumns } from '../../ui/api-token-columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

const CreateApiTokenDialog = lazyDialog(
  async () => (await import('./create-api-token-dialog.tsx')).CreateApiTokenDialog,
);

/** The tokens with which scripts call the API on the user's behalf. */
export function ApiTokens() {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<string>();
  const createButton = <Button onClick={() => setCreating(true)}>{t('apiToken.create')}</Button>;
  return (
    <>
      <ResourceTable
        operation="listApiTokens"
        headingLevel="h2"
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
      {deleted !== undefined && <DeleteDialog name={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function DeleteDialog({ name, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const remove = useAction('deleteApiToken', { refreshes: ['listApiTokens'], done: t('apiToken.deleted') });
  return (
    <ConfirmDialog
      isDanger
      title={t('apiToken.askDelete', { name })}
      confirmLabel={t('common.delete')}
      isBusy={remove.isBusy}
      failure={remove.failure}
      onClose={onClose}
      onConfirm={async (_, close) => {
        await remove.run({ params: { name } });
        close();
      }}
    >
      {t('apiToken.deleteBody')}
    </ConfirmDialog>
  );
}
