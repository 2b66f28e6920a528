import type { SshKey } from '@gpulease/contract/me';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

const AddKeyDialog = lazyDialog(async () => (await import('./add-key-dialog.tsx')).AddKeyDialog);

/** The saved SSH keys, which every order offers. */
export function SshKeys() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SshKey>();
  const addButton = <Button onClick={() => setAdding(true)}>{t('sshKey.add')}</Button>;
  return (
    <>
      <ResourceTable
        operation="listSshKeys"
        headingLevel="h2"
        title={t('profile.sshKeys')}
        primaryAction={addButton}
        rowKey={({ name }) => name}
        columns={[
          textColumn('name', t('common.name'), { sortBy: 'name' }),
          {
            key: 'fingerprint',
            title: t('sshKey.fingerprint'),
            render: ({ fingerprint }) => <code>{fingerprint}</code>,
          },
          timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
        ]}
        rowActions={(key) => [
          { key: 'delete', title: t('common.delete'), isDanger: true, onClick: () => setRemoved(key) },
        ]}
        empty={{ title: t('sshKey.empty'), body: t('sshKey.emptyBody'), action: addButton }}
      />
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveKeyDialog name={removed.name} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

interface RemoveKeyDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveKeyDialog({ name, onClose }: RemoveKeyDialogProps) {
  const { t } = useTranslation();
  const remove = useAction('deleteSshKey', { refreshes: ['listSshKeys'], done: t('sshKey.deleted') });
  return (
    <ConfirmDialog
      isDanger
      title={t('sshKey.askDelete', { name })}
      confirmLabel={t('common.delete')}
      isBusy={remove.isBusy}
      failure={remove.failure}
      onClose={onClose}
      onConfirm={async (_, close) => {
        await remove.run({ params: { name } });
        close();
      }}
    >
      {t('sshKey.deleteBody')}
    </ConfirmDialog>
  );
}
