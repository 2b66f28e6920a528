import { workloadStatuses, type WorkloadStatus } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { Content, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ListSection } from '../../ui/table/list-section.tsx';
import { Rows, SkeletonRows } from '../../ui/table/rows.tsx';
import { GpuComparison } from '../offers/gpu-comparison.tsx';
import { useWorkloadActions } from '../workloads/actions/use-workload-actions.tsx';
import { rowKeyOf } from '../workloads/workload.ts';
import { useGauges } from '../workloads/gauges/use-gauges.ts';
import { useWorkloadColumns } from '../workloads/list/columns.tsx';
import { LowFunds, useLastHours } from '../workloads/low-funds.tsx';

/** Few enough to leave room for the offers. */
const SHOWN = 5;

const off: readonly WorkloadStatus[] = ['STOPPED', 'DESTROYING', 'DESTROYED'];
const active = {
  status: workloadStatuses.filter((status) => !off.includes(status)).join(','),
  pageSize: SHOWN,
};

const pathOf = ({ name }: Workload) => `/workloads/${name}`;

export function OwnHome() {
  const { t } = useTranslation();
  const lastHours = useLastHours();
  const machines = useApi('listWorkloads', { query: active });
  return (
    <>
      <ListSection
        title={t('home.own')}
        description={lastHours !== undefined && <LowFunds hours={lastHours} returnTo="/" />}
        primaryAction={<LinkButton to="/workloads/create">{t('workload.create')}</LinkButton>}
      >
        <Content component="h2">{t('home.active')}</Content>
        <ActiveMachines query={machines} lastHours={lastHours} />
        <TextLink to="/workloads">{t('home.allOwn')}</TextLink>
      </ListSection>
      <PageSection hasBodyWrapper={false} isFilled>
        {/* Waits for the machines, whose rows would otherwise push it down. */}
        {!machines.isPending && <GpuComparison />}
      </PageSection>
    </>
  );
}

interface ActiveMachinesProps {
  readonly query: ReturnType<typeof useApi<'listWorkloads'>>;
  readonly lastHours: number | undefined;
}

function ActiveMachines({ query, lastHours }: ActiveMachinesProps) {
  const { t } = useTranslation();
  const gauges = useGauges('user', ...(query.data?.items ?? []));
  const { ask, dialog } = useWorkloadActions('user');
  const all = useWorkloadColumns(pathOf, { console: 'user', gauges, lastHours, ask });
  const table = { title: t('home.active'), columns: all.filter(({ isExtra = false }) => !isExtra) };
  return (
    <>
      <Loaded query={query} skeleton={<SkeletonRows {...table} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Content component="p">{t('home.noneActive')}</Content>
          ) : (
            <Rows {...table} items={items} rowKey={rowKeyOf} rowName={({ name }) => name} />
          )
        }
      </Loaded>
      {dialog}
    </>
  );
}
