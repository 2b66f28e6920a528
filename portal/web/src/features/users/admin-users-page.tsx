import type { User } from '@gpulease/contract/users';
import { activityStatuses, roles } from '@gpulease/contract/enums';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { selectFilter, statusFilter } from '../../ui/table/filter-kinds.ts';
import { column, moneyColumn, statusColumn, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable, type ColumnOf } from '../../ui/table/resource-table.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { oppositeOf, UserStatusDialog } from './user-status-dialog.tsx';

const CreateAdminDialog = lazyDialog(
  async () => (await import('./create-admin-dialog.tsx')).CreateAdminDialog,
);

const AdjustBalanceDialog = lazyDialog(
  async () => (await import('../billing/operator/adjust-balance-dialog.tsx')).AdjustBalanceDialog,
);

/** /admin/users: all accounts, with actions to edit, activate and deactivate them and to create operators. */
export function AdminUsersPage() {
  const { t } = useTranslation();
  const myself = useSession('admin').data?.user?.username;
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
        columns={useUserColumns()}
        filters={[
          { kind: 'search', name: 'search', label: t('user.search') },
          selectFilter('role', t('user.role'), roles, (value) => t(`role.${value}`)),
          statusFilter('activity', activityStatuses, t),
          selectFilter('funds', t('balance.balance'), ['LOW'], () => t('user.lowFunds')),
        ]}
        rowActions={(user) => [
          {
            key: 'edit',
            title: t('common.edit'),
            to: `/admin/users/edit/${encodeURIComponent(user.username)}`,
          },
          ...(user.role === 'USER'
            ? [{ key: 'adjust', title: t('payments.adjust'), onClick: () => setAdjusted(user) }]
            : []),
          {
            key: 'status',
            title: t(`catalogue.toggle.${oppositeOf(user.status)}`),
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
    column('username', t('auth.username'), ({ username }) => <UserLink username={username} />, {
      sortBy: 'username',
    }),
    textColumn('phone', t('auth.phone')),
    textColumn('email', t('profile.email')),
    column('role', t('user.role'), ({ role }) => t(`role.${role}`), { isNarrow: true }),
    statusColumn('activity', t('common.status')),
    moneyColumn('balance', t('balance.balance'), { sortBy: 'balance', isAmount: false }),
    textColumn('workloads', t('navigation.admin.workloads'), { sortBy: 'workloads' }),
    timeColumn('createdAt', t('common.createdAt'), { sortBy: 'createdAt' }),
    timeColumn('lastLoginAt', t('user.lastLoginAt'), { sortBy: 'lastLoginAt' }),
  ];
}
