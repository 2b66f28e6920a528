import type { Workload } from '@gpulease/contract/workloads';
import { Grid, GridItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useConfig } from '../../../api/config.ts';
import { ChartLoading } from '../../../ui/charts/chart-loading.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { isGone, type WorkloadProps } from '../workload.ts';
import { AccessCard } from './access-card.tsx';
import { CauseAlert } from './cause-alert.tsx';
import { CostCard } from './cost-card.tsx';
import { LowFunds, stopsWithoutFunds, useLastHours } from '../low-funds.tsx';
import { MachineCard } from './workload-machine.tsx';

const WorkloadUse = lazyPart(async () => (await import('./workload-use.tsx')).WorkloadUse, <ChartLoading />);

/** A machine's state, access, cost and load, followed by its properties. */
export function WorkloadOverview({ console, workload }: WorkloadProps) {
  const { measuresGpus } = useConfig();
  const hasUse = !isGone(workload);
  const isMeasured = measuresGpus && workload.status === 'RUNNING';
  return (
    <PageSection hasBodyWrapper={false}>
      <Grid hasGutter>
        {console === 'user' && stopsWithoutFunds(workload) && <AboutToStop name={workload.name} />}
        <CauseAlert console={console} workload={workload} />
        <GridItem lg={hasUse ? 5 : 12}>
          <Stack hasGutter>
            {workload.status !== 'DESTROYED' && <AccessCard console={console} workload={workload} />}
            <StackItem isFilled>
              <CostCard console={console} workload={workload} />
            </StackItem>
          </Stack>
        </GridItem>
        {hasUse && (
          <GridItem lg={7} {...(isMeasured && { className: 'gpulease-use' })}>
            <WorkloadUse console={console} workload={workload} />
          </GridItem>
        )}
        <MachineCard console={console} workload={workload} />
      </Grid>
    </PageSection>
  );
}

function AboutToStop({ name }: Pick<Workload, 'name'>) {
  const hours = useLastHours();
  if (hours === undefined) return null;
  return <LowFunds hours={hours} returnTo={`/workloads/${encodeURIComponent(name)}`} />;
}
