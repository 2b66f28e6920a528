import type { SshKey } from '@gpulease/contract/me';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useToasts } from '../../ui/toasts.tsx';

const AddKeyDialog = lazyDialog(async () => (await import('./add-key-dialog.tsx')).AddKeyDialog);

/** The saved SSH keys, offered at each order. */
export function SshKeys() {
  const { t } = useTranslation();
  const format = useFormat();
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
          { key: 'name', title: t('common.name'), isSortable: true, render: ({ name }) => name },
          {
            key: 'fingerprint',
            title: t('sshKey.fingerprint'),
            render: ({ fingerprint }) => <code>{fingerprint}</code>,
          },
          {
            key: 'createdAt',
            title: t('common.createdAt'),
            isSortable: true,
            isNarrow: true,
            render: ({ createdAt }) => format.dateTime(createdAt),
          },
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
  const toasts = useToasts();
  const remove = useAction('deleteSshKey', ['listSshKeys']);
  return (
    <ConfirmDialog
      isDanger
      title={t('sshKey.askDelete', { name })}
      confirmLabel={t('common.delete')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { name } },
          {
            onSuccess: () => toasts.success(t('sshKey.deleted')),
            onError: toasts.failure,
            onSettled: onClose,
          },
        )
      }
    >
      {t('sshKey.deleteBody')}
    </ConfirmDialog>
  );
}
