import type { User } from '@gpulease/contract/admin';
import { activityStatuses, roles, type ActivityStatus } from '@gpulease/contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';

/** /admin/users: everybody, to be switched off and on. */
export function UsersPage() {
  const { t } = useTranslation();
  const columns = useUserColumns();
  const myself = useSession('admin').data?.user?.username;
  const [chosen, setChosen] = useState<User>();
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listUsers"
        title={t('navigation.admin.users')}
        rowKey={({ username }) => username}
        columns={columns}
        filters={[
          { kind: 'search', name: 'search', label: t('user.search') },
          {
            kind: 'select',
            name: 'role',
            label: t('user.role'),
            options: roles.map((value) => ({ value, label: t(`role.${value}`) })),
          },
          {
            kind: 'select',
            name: 'status',
            label: t('common.status'),
            options: activityStatuses.map((value) => ({ value, label: t(`status.activity.${value}`) })),
          },
        ]}
        rowActions={(user) => [
          {
            key: 'status',
            title: t(`toggle.${opposite(user.status)}`),
            isDanger: user.status === 'active',
            isDisabled: user.username === myself,
            onClick: () => setChosen(user),
          },
        ]}
        empty={{ title: t('user.empty'), body: t('user.emptyBody') }}
      />
      {chosen && <StatusDialog user={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useUserColumns(): readonly ColumnOf<'listUsers'>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    { key: 'username', title: t('auth.username'), sortBy: 'username', render: ({ username }) => username },
    { key: 'phone', title: t('auth.phone'), render: ({ phone }) => phone ?? '–' },
    { key: 'email', title: t('profile.email'), render: ({ email }) => email ?? '–' },
    { key: 'role', title: t('user.role'), render: ({ role }) => t(`role.${role}`) },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="activity" status={status} />,
    },
    {
      key: 'balance',
      title: t('balance.balance'),
      isNarrow: true,
      render: ({ balance }) => (balance === null ? '–' : <Money amount={balance} />),
    },
    { key: 'workloads', title: t('navigation.admin.workloads'), render: ({ workloads }) => workloads },
    {
      key: 'createdAt',
      title: t('common.createdAt'),
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => format.dateTime(createdAt),
    },
    {
      key: 'lastLoginAt',
      title: t('user.lastLoginAt'),
      sortBy: 'lastLoginAt',
      isNarrow: true,
      render: ({ lastLoginAt }) => (lastLoginAt === null ? '–' : format.dateTime(lastLoginAt)),
    },
  ];
}

interface StatusDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

function StatusDialog({ user, onClose }: StatusDialogProps) {
  const { t } = useTranslation();
  const { username } = user;
  const change = useAction('setUserStatus', {
    refreshes: ['listUsers'],
    done: t('user.changed', { username }),
  });
  const status = opposite(user.status);
  return (
    <ConfirmDialog
      title={t(`user.ask.${status}`, { username })}
      confirmLabel={t(`toggle.${status}`)}
      isDanger={status === 'inactive'}
      {...(status === 'inactive' && { typedName: username })}
      isBusy={change.isBusy}
      failure={change.failure}
      onClose={onClose}
      onConfirm={async () => {
        await change.run({ params: { username }, body: { status } });
        onClose();
      }}
    >
      {t(`user.consequence.${status}`)}
    </ConfirmDialog>
  );
}

function opposite(status: ActivityStatus): ActivityStatus {
  return status === 'active' ? 'inactive' : 'active';
}
