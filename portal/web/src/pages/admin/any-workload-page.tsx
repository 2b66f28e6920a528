import { Button, PageSection } from '@patternfly/react-core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../../api/queries.ts';
import { NotFoundPage } from '../../errors/error-pages.tsx';
import { FailureState } from '../../errors/failure-state.tsx';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { DetailsHeader } from '../../ui/details-header.tsx';
import { LoadingPage } from '../../ui/loading.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { useWorkloadActions } from '../../workloads/use-workload-actions.tsx';
import { WorkloadNetwork } from '../../workloads/workload-network.tsx';
import { WorkloadOverview } from '../../workloads/workload-overview.tsx';
import { WorkloadRuns } from '../../workloads/workload-runs.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

/** /admin/workloads/:user/:name: one machine of anybody. */
export function AnyWorkloadPage() {
  const { t } = useTranslation();
  const { user = '', name = '' } = useParams();
  const actions = useWorkloadActions('admin');
  const [isScheduling, setScheduling] = useState(false);
  const { data: workload, error, refetch } = useApi('getAnyWorkload', { params: { user, name } });
  if (error?.code === 'RESOURCE_NOT_FOUND') return <NotFoundPage />;
  if (!workload && error) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (!workload) return <LoadingPage />;
  const tab = (key: 'overview' | 'network' | 'billing', content: ReactNode) => ({
    key,
    title: t(`workload.tab.${key}`),
    content: <PageSection hasBodyWrapper={false}>{content}</PageSection>,
  });
  return (
    <>
      <DetailsHeader
        list={{ title: t('navigation.admin.workloads'), path: '/admin/workloads' }}
        title={`${user} / ${name}`}
        status={<StatusLabel kind="workload" status={workload.status} />}
        actions={[
          <Button
            key="schedule"
            isDisabled={!workload.allowedActions.includes('schedule')}
            onClick={() => setScheduling(true)}
          >
            {t('schedule.action')}
          </Button>,
          <ActionsMenu
            key="more"
            text={t('table.actions')}
            label={t('table.actionsOf', { name })}
            actions={actions.actionsOf(workload)}
          />,
        ]}
      />
      <UrlTabs
        label={name}
        tabs={[
          tab('overview', <WorkloadOverview workload={workload} />),
          tab('network', <WorkloadNetwork workload={workload} />),
          tab('billing', <WorkloadRuns workload={workload} />),
        ]}
      />
      {actions.dialog}
      {isScheduling && <ScheduleDialog workload={workload} onClose={() => setScheduling(false)} />}
    </>
  );
}
