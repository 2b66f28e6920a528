import type { User } from '@gpulease/contract/admin';
import { activityStatuses, roles } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../session/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { oppositeOf, UserStatusDialog } from './user-status-dialog.tsx';
import { Time } from '../../ui/time.tsx';

const CreateAdminDialog = lazyDialog(
  async () => (await import('./create-admin-dialog.tsx')).CreateAdminDialog,
);

const AdjustBalanceDialog = lazyDialog(
  async () => (await import('../billing/operator/adjust-balance-dialog.tsx')).AdjustBalanceDialog,
);

/** /admin/users: all accounts, to view, edit, activate and deactivate; and a dialog to create operators. */
export function AdminUsersPage() {
  const { t } = useTranslation();
  const columns = useUserColumns();
  const myself = useSession('admin').data?.user?.username;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<User>();
  const [adjusted, setAdjusted] = useState<User>();
  const [isCreating, setCreating] = useState(false);
  const createButton = <Button onClick={() => setCreating(true)}>{t('user.createAdmin')}</Button>;
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listUsers"
        title={t('navigation.admin.users')}
        primaryAction={createButton}
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
          {
            kind: 'select',
            name: 'funds',
            label: t('balance.balance'),
            options: [{ value: 'LOW', label: t('user.lowFunds') }],
          },
        ]}
        rowActions={(user) => [
          {
            key: 'edit',
            title: t('common.edit'),
            onClick: () => void navigate(`/admin/users/edit/${encodeURIComponent(user.username)}`),
          },
          ...(user.role === 'USER'
            ? [{ key: 'adjust', title: t('payments.adjust'), onClick: () => setAdjusted(user) }]
            : []),
          {
            key: 'status',
            title: t(`toggle.${oppositeOf(user.status)}`),
            isDanger: user.status === 'active',
            isDisabled: user.username === myself,
            onClick: () => setChosen(user),
          },
        ]}
        empty={{ title: t('user.empty'), body: t('user.emptyBody') }}
      />
      {adjusted && <AdjustBalanceDialog {...adjusted} onClose={() => setAdjusted(undefined)} />}
      {chosen && <UserStatusDialog user={chosen} onClose={() => setChosen(undefined)} />}
      {isCreating && <CreateAdminDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function useUserColumns(): readonly ColumnOf<'listUsers'>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'username',
      title: t('auth.username'),
      sortBy: 'username',
      render: ({ username }) => <UserLink username={username} />,
    },
    { key: 'phone', title: t('auth.phone'), render: ({ phone }) => phone ?? '–' },
    { key: 'email', title: t('profile.email'), render: ({ email }) => email ?? '–' },
    { key: 'role', title: t('user.role'), isNarrow: true, render: ({ role }) => t(`role.${role}`) },
    {
      key: 'status',
      title: t('common.status'),
      render: ({ status }) => <StatusLabel kind="activity" status={status} />,
    },
    {
      key: 'balance',
      title: t('balance.balance'),
      sortBy: 'balance',
      isNarrow: true,
      render: ({ balance }) => (balance === null ? '–' : <Money amount={balance} />),
    },
    {
      key: 'workloads',
      title: t('navigation.admin.workloads'),
      sortBy: 'workloads',
      render: ({ workloads }) => workloads,
    },
    {
      key: 'createdAt',
      title: t('common.createdAt'),
      sortBy: 'createdAt',
      isNarrow: true,
      render: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'lastLoginAt',
      title: t('user.lastLoginAt'),
      sortBy: 'lastLoginAt',
      isNarrow: true,
      render: ({ lastLoginAt }) => (lastLoginAt === null ? '–' : <Time at={lastLoginAt} />),
    },
  ];
}
