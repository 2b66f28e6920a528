/** The tabs of a user's page. */
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

/** A user's signed-in devices, with a button to sign out all of them. */
export function UserSessions({ username }: { readonly username: string }) {
  const { t } = useTranslation();
  const columns = useSessionColumns();
  const [isRevoking, setRevoking] = useState(false);
  return (
    <>
      <ResourceTable
        operation="listUserSessions"
        params={{ username }}
        title={t('profile.sessions')}
        primaryAction={
          <Button variant="secondary" isDanger onClick={() => setRevoking(true)}>
            {t('user.signOut.action')}
          </Button>
        }
        rowKey={({ id }) => id}
        columns={columns}
        empty={{ title: t('session.empty'), body: t('session.emptyBody') }}
      />
      {isRevoking && (
        <ConfirmAction
          isDanger
          operation="revokeUserSessions"
          input={(reason) => ({ params: { username }, body: { reason } })}
          refreshes={['listUserSessions']}
          done={t('user.signOut.done', { username })}
          title={t('user.signOut.ask', { username })}
          confirmLabel={t('user.signOut.action')}
          reasonHelp={t('explained.forAudit')}
          onClose={() => setRevoking(false)}
        >
          {t('user.signOut.body')}
        </ConfirmAction>
      )}
    </>
  );
}

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
