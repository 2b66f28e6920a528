import type { SignInRefusal } from '@gpulease/contract/audit';
import { useTranslation } from 'react-i18next';
import { column, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { TabbedPage } from '../../ui/url-tabs.tsx';
import { auditFilters, useAuditColumns } from './audit-columns.tsx';

/** /admin/audit: actions and failed sign-ins. */
export function AdminAuditPage() {
  const { t } = useTranslation();
  return (
    <TabbedPage
      title={t('navigation.admin.audit')}
      tabs={[
        { key: 'entries', title: t('audit.entries'), content: <Entries /> },
        { key: 'refusals', title: t('audit.refusals'), content: <Refusals /> },
      ]}
    />
  );
}

function Entries() {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listAuditEntries"
      columnMemory="admin/audit"
      title={t('audit.entries')}
      columns={useAuditColumns()}
      filters={[{ kind: 'search', name: 'search', label: t('audit.search') }, ...auditFilters(t)]}
      rowKey={({ id }) => id}
      empty={{ title: t('audit.empty'), body: t('audit.emptyBody') }}
    />
  );
}

function Refusals() {
  const { t } = useTranslation();
  return (
    <ResourceTable
      hasCsv
      operation="listSignInRefusals"
      title={t('audit.refusals')}
      rowKey={({ id }) => id}
      filters={[
        { kind: 'search', name: 'search', label: t('audit.searchRefusals') },
        { kind: 'date', name: 'from', label: t('billing.from') },
        { kind: 'date', name: 'to', label: t('billing.to') },
      ]}
      columns={[
        timeColumn('lastAt', t('audit.lastAt'), { sortBy: 'lastAt' }),
        column('action', t('audit.action'), ({ action }: SignInRefusal) => t(`auditAction.${action}`)),
        column(
          'username',
          t('auth.username'),
          ({ username }: SignInRefusal) => username ?? t('audit.unknownUser'),
        ),
        textColumn('network', t('session.address')),
        textColumn('tries', t('audit.tries'), { sortBy: 'tries' }),
      ]}
      empty={{ title: t('audit.noRefusals'), body: t('audit.noRefusalsBody') }}
    />
  );
}
