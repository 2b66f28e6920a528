import type { SshKey } from '@gpulease/contract/me';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { column, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';

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
        title={t('profile.sshKeys')}
        primaryAction={addButton}
        rowKey={({ name }) => name}
        columns={[
          textColumn('name', t('common.name'), { sortBy: 'name' }),
          column('fingerprint', t('sshKey.fingerprint'), ({ fingerprint }: SshKey) => (
            <code>{fingerprint}</code>
          )),
          timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
        ]}
        rowActions={(key) => [
          { key: 'delete', title: t('common.delete'), isDanger: true, onClick: () => setRemoved(key) },
        ]}
        empty={{ title: t('sshKey.empty'), body: t('sshKey.emptyBody'), action: addButton }}
      />
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} />}
      {removed && (
        <ConfirmAction
          isDanger
          operation="deleteSshKey"
          input={() => ({ params: { name: removed.name } })}
          refreshes={['listSshKeys']}
          done={t('sshKey.deleted')}
          title={t('sshKey.askDelete', { name: removed.name })}
          confirmLabel={t('common.delete')}
          onClose={() => setRemoved(undefined)}
        >
          {t('sshKey.deleteBody')}
        </ConfirmAction>
      )}
    </>
  );
}
