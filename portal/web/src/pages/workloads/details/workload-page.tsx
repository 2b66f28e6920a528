import { Button, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { useBillingColumns } from '../../../billing/columns.tsx';
import { NotFoundPage } from '../../../errors/error-pages.tsx';
import { FailureState } from '../../../errors/failure-state.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { LoadingPage } from '../../../ui/loading.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable } from '../../../ui/table/resource-table.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { useWorkloadActions } from '../../../workloads/use-workload-actions.tsx';
import { WorkloadEvents } from '../../../workloads/workload-events.tsx';
import { WorkloadNetwork } from '../../../workloads/workload-network.tsx';
import { WorkloadOverview } from '../../../workloads/workload-overview.tsx';
import { WorkloadRuns } from '../../../workloads/workload-runs.tsx';

/** A running cost moves without events. */
const REFRESH_MS = 15_000;

/** /workloads/:name: one machine. */
export function WorkloadPage() {
  const { t } = useTranslation();
  const { name = '' } = useParams();
  const actions = useWorkloadActions('user');
  const {
    data: workload,
    error,
    refetch,
  } = useApi('getWorkload', { params: { name } }, { refetchInterval: REFRESH_MS });
  if (error?.code === 'RESOURCE_NOT_FOUND') return <NotFoundPage />;
  if (!workload && error) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (!workload) return <LoadingPage />;
  const isStartable = workload.allowedActions.includes('start');
  return (
    <>
      <DetailsHeader
        list={{ title: t('navigation.user.workloads'), path: '/workloads' }}
        title={workload.name}
        status={<StatusLabel kind="workload" status={workload.status} />}
        actions={[
          ...(isStartable
            ? [
                <Button key="start" onClick={() => actions.ask('start', workload)}>
                  {t('workload.action.start')}
                </Button>,
              ]
            : []),
          <ActionsMenu
            key="more"
            text={t('table.actions')}
            label={t('table.actionsOf', { name: workload.name })}
            actions={actions.actionsOf(workload)}
          />,
        ]}
      />
      <UrlTabs
        label={workload.name}
        tabs={[
          {
            key: 'overview',
            title: t('workload.tab.overview'),
            content: (
              <PageSection hasBodyWrapper={false}>
                <WorkloadOverview workload={workload} />
              </PageSection>
            ),
          },
          {
            key: 'network',
            title: t('workload.tab.network'),
            content: (
              <PageSection hasBodyWrapper={false}>
                <WorkloadNetwork workload={workload} />
              </PageSection>
            ),
          },
          { key: 'events', title: t('workload.tab.events'), content: <WorkloadEvents name={name} /> },
          {
            key: 'billing',
            title: t('workload.tab.billing'),
            content: (
              <>
                <PageSection hasBodyWrapper={false}>
                  <WorkloadRuns workload={workload} />
                </PageSection>
                <WorkloadRecords name={name} />
              </>
            ),
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}

function WorkloadRecords({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const columns = useBillingColumns();
  return (
    <ResourceTable
      hasCsv
      operation="listBillingRecords"
      fixed={{ workload: name }}
      headingLevel="h2"
      title={t('billing.records')}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('billing.empty'), body: t('billing.usageEmptyBody') }}
    />
  );
}
