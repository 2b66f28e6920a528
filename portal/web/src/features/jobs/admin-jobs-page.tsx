import type { Job } from '@gpulease/contract/jobs';
import { jobNames, jobStatuses } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { column, statusColumn, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { selectFilter, statusFilter } from '../../ui/table/filter-kinds.ts';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { useAction } from '../../ui/use-action.ts';
import { UserLink } from '../../ui/user-link.tsx';

/** Jobs have no live events. */
const REFRESH_MS = 10_000;

/** /admin/jobs: pending and failed background jobs. */
export function AdminJobsPage() {
  const { t } = useTranslation();
  const retry = useAction('retryJob', { refreshes: ['listJobs'], done: t('jobs.retried') });
  return (
    <ResourceTable
      hasCsv
      operation="listJobs"
      title={t('navigation.admin.jobs')}
      description={t('jobs.lead')}
      refreshMs={REFRESH_MS}
      rowKey={({ id }) => id}
      rowName={({ name, subject, user }) => `${t(`jobs.name.${name}`)} ${subject ?? user ?? ''}`}
      filters={[
        { kind: 'search', name: 'search', label: t('jobs.search') },
        statusFilter('job', jobStatuses, t),
        selectFilter('name', t('jobs.job'), jobNames, (name) => t(`jobs.name.${name}`)),
      ]}
      columns={[
        column('name', t('jobs.job'), ({ name }: Job) => t(`jobs.name.${name}`)),
        textColumn('subject', t('jobs.subject')),
        column('user', t('workload.user'), ({ user }: Job) =>
          user === null ? '–' : <UserLink username={user} />,
        ),
        statusColumn('job', t('common.status')),
        textColumn('attempts', t('jobs.attempts'), { sortBy: 'attempts' }),
        timeColumn('nextAttemptAt', t('jobs.nextAttemptAt'), { sortBy: 'nextAttemptAt' }),
        textColumn('lastError', t('jobs.lastError')),
      ]}
      rowActions={({ id }) => [
        { key: 'retry', title: t('jobs.retry'), onClick: () => void retry.attempt({ params: { id } }) },
      ]}
      empty={{ title: t('jobs.empty'), body: t('jobs.emptyBody') }}
    />
  );
}
