import { Button } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu, type Action } from '../../../ui/actions-menu.tsx';
import { DetailsHeader } from '../../../ui/details-header.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { UrlTabs, type UrlTab } from '../../../ui/url-tabs.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { wordsOf } from '../actions/power-actions.ts';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import type { WorkloadProps } from '../workload.ts';
import { WorkloadNetwork } from './workload-network.tsx';
import { WorkloadOverview } from './workload-overview.tsx';

const MonitoringTab = lazyPart(async () => (await import('../monitoring/monitoring-tab.tsx')).MonitoringTab);
const WorkloadEvents = lazyPart(async () => (await import('./workload-events.tsx')).WorkloadEvents);
const WorkloadBilling = lazyPart(async () => (await import('./workload-billing.tsx')).WorkloadBilling);
const WorkloadConsole = lazyPart(
  async () => (await import('../console/workload-console.tsx')).WorkloadConsole,
);

interface WorkloadDetailsProps extends WorkloadProps {
  readonly list: { readonly title: string; readonly path: string };
  readonly title: string;
  /** Actions of this console before the power actions. */
  readonly primaryAction?: ReactNode;
  /** Menu entries of this console after the power actions. */
  readonly furtherActions?: readonly Action[];
  /** Tabs of this console after the common ones. */
  readonly furtherTabs?: readonly UrlTab[];
}

export function WorkloadDetails(props: WorkloadDetailsProps) {
  const { console, workload, list, title, primaryAction, furtherActions = [], furtherTabs = [] } = props;
  const { t } = useTranslation();
  const actions = useWorkloadActions(console);
  const tab = (
    key: 'overview' | 'monitoring' | 'console' | 'network' | 'events' | 'billing',
    content: ReactNode,
  ) => ({ key, title: t(`workload.tab.${key}`), content });
  return (
    <>
      <DetailsHeader
        list={list}
        title={title}
        status={<StatusLabel kind="workload" status={workload.status} />}
        actions={[
          primaryAction,
          workload.allowedActions.includes('start') && (
            <Button onClick={() => actions.ask('start', workload)}>{t('workload.action.start')}</Button>
          ),
          workload.allowedActions.includes('stop') && (
            <Button variant="secondary" onClick={() => actions.ask('stop', workload)}>
              {t(`workload.action.${wordsOf('stop', workload)}`)}
            </Button>
          ),
          <ActionsMenu
            key="more"
            text={t('table.actions')}
            label={t('table.actionsOf', { name: workload.name })}
            actions={[...actions.actionsOf(workload), ...furtherActions]}
          />,
        ]}
      />
      <UrlTabs
        label={title}
        tabs={[
          tab('overview', <WorkloadOverview console={console} workload={workload} />),
          ...(workload.status === 'DESTROYED'
            ? []
            : [tab('monitoring', <MonitoringTab key={workload.uid} {...{ console, workload }} />)]),
          tab('network', <WorkloadNetwork console={console} workload={workload} />),
          tab('console', <WorkloadConsole console={console} workload={workload} />),
          tab('events', <WorkloadEvents console={console} workload={workload} />),
          tab('billing', <WorkloadBilling console={console} workload={workload} />),
          ...furtherTabs,
        ]}
      />
      {actions.dialog}
    </>
  );
}
