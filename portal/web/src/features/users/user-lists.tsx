import type { Workload } from '@gpulease/contract/workloads';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiTokenColumns } from '../../ui/api-token-columns.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useSessionColumns } from '../../ui/session-columns.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { workloadPath } from '../../ui/workload-path.ts';
import { auditFilters, useAuditColumns } from '../audit/audit-columns.tsx';
import { billingFilters, useBillingColumns } from '../billing/columns.tsx';
import { useWorkloadActions } from '../workloads/actions/use-workload-actions.tsx';
import { rowKeyOf } from '../workloads/workload.ts';
import { useGaugesOfList } from '../workloads/gauges/use-gauges.ts';
import { useWorkloadColumns, workloadFilters } from '../workloads/list/columns.tsx';
import { AccountAction } from './account-action.tsx';

interface OfUser {
  readonly username: string;
}

const pathOf = ({ user, name }: Workload) => workloadPath(user, name);

export function UserWorkloads({ username }: OfUser) {
  const { t } = useTranslation();
  const { gauges, onItems, refresh } = useGaugesOfList('admin');
  const actions = useWorkloadActions('admin');
  const columns = useWorkloadColumns(pathOf, { console: 'admin', gauges, ask: actions.ask });
  return (
    <>
      <ResourceTable
        hasCsv
        operation="listAllWorkloads"
        fixed={{ user: username }}
        title={t('navigation.admin.workloads')}
        columns={columns.filter(({ key }) => key !== 'ssh')}
        filters={workloadFilters(t)}
        rowKey={rowKeyOf}
        rowName={({ name }) => name}
        rowActions={actions.actionsOf}
        onItems={onItems}
        {...refresh}
        empty={{ title: t('workload.empty'), body: t('user.noWorkloads') }}
      />
      {actions.dialog}
    </>
  );
}

export function UserBillings({ username }: OfUser) {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listBillings"
      fixed={{ user: username }}
      title={t('navigation.admin.billings')}
      columns={useBillingColumns(workloadPath)}
      filters={billingFilters(t)}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('user.noBillings') }}
    />
  );
}

/** Audit entries by the user, and about the account and its workloads. */
export function UserAudit({ username }: OfUser) {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listAuditEntries"
      columnMemory="admin/audit"
      fixed={{ search: username }}
      title={t('navigation.admin.audit')}
      columns={useAuditColumns()}
      filters={auditFilters(t)}
      rowKey={({ id }) => id}
      empty={{ title: t('audit.empty'), body: t('audit.emptyBody') }}
    />
  );
}

export function UserSessions({ username }: OfUser) {
  const { t } = useTranslation();
  return (
    <ResourceTable
      operation="listUserSessions"
      params={{ username }}
      title={t('profile.sessions')}
      primaryAction={<AccountAction isDanger action="signOut" username={username} />}
      rowKey={({ id }) => id}
      columns={useSessionColumns()}
      empty={{ title: t('session.empty'), body: t('session.emptyBody') }}
    />
  );
}

export function UserApiTokens({ username }: OfUser) {
  const { t } = useTranslation();
  /** The name of the token to revoke; absent to revoke all. */
  const [revoked, setRevoked] = useState<{ readonly name?: string }>();
  const isAll = revoked?.name === undefined;
  return (
    <>
      <ResourceTable
        operation="listUserApiTokens"
        params={{ username }}
        title={t('profile.apiTokens')}
        primaryAction={
          <Button variant="secondary" isDanger onClick={() => setRevoked({})}>
            {t('apiToken.revokeAll')}
          </Button>
        }
        rowKey={({ name }) => name}
        columns={useApiTokenColumns()}
        rowActions={({ name }) => [
          { key: 'revoke', title: t('apiToken.revoke'), isDanger: true, onClick: () => setRevoked({ name }) },
        ]}
        empty={{ title: t('apiToken.empty'), body: t('apiToken.noneOfUser') }}
      />
      {revoked && (
        <ConfirmAction
          isDanger
          operation="revokeUserApiTokens"
          input={(reason) => ({ params: { username }, body: { reason, ...revoked } })}
          refreshes={['listUserApiTokens']}
          done={t('apiToken.revoked')}
          title={isAll ? t('apiToken.askRevokeAll', { username }) : t('apiToken.askRevoke', revoked)}
          confirmLabel={t(isAll ? 'apiToken.revokeAll' : 'apiToken.revoke')}
          reasonHelp={t('explained.forAudit')}
          onClose={() => setRevoked(undefined)}
        >
          {t('apiToken.revokeBody')}
        </ConfirmAction>
      )}
    </>
  );
}
