import { Content, Grid, GridItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { ChartLoading } from '../../../ui/charts/chart-loading.tsx';
import { refreshOf } from '../../../ui/charts/refresh.ts';
import { TimeControls } from '../../../ui/charts/time-controls.tsx';
import { useGraphTime } from '../../../ui/charts/use-graph-time.ts';
import { askedFor } from '../../../ui/charts/zoom.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import type { UrlTab } from '../../../ui/url-tabs.tsx';
import { FleetGraph, MissingFleet } from '../../fleet/fleet-graph.tsx';
import { MachineGraph } from '../../workloads/monitoring/machine-graph.tsx';
import { isShown, timesOf } from '../../workloads/monitoring/measures.ts';

interface PartOfFleet {
  readonly kind: 'region' | 'gpu' | 'node';
  readonly name: string;
  readonly hasGpus: boolean;
}

const operations = { region: 'getRegionMetrics', gpu: 'getGpuMetrics', node: 'getNodeMetrics' } as const;

export function fleetTab(t: TFunction, of: PartOfFleet): UrlTab {
  return { key: 'monitoring', title: t('workload.tab.monitoring'), content: <FleetOf {...of} /> };
}

function FleetOf({ kind, name, hasGpus }: PartOfFleet) {
  const { t } = useTranslation();
  const time = useGraphTime('7d');
  const asked = askedFor(time.range, time.zoom.span);
  const query = useApi(operations[kind], { params: { name }, query: asked }, refreshOf(asked));
  const title = kind === 'node' ? t('fleet.ofNode') : t('fleet.title');
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          {hasGpus ? (
            <FleetGraph title={title} part={{ [kind]: name }} time={time} />
          ) : (
            <TimeControls time={time} times={query.data?.available ? timesOf(query.data) : []} />
          )}
        </StackItem>
        <StackItem>
          <Loaded query={query} skeleton={<ChartLoading />}>
            {(metrics) => {
              // The GPU graph already shows the reason.
              if (!metrics.available) return !hasGpus && <MissingFleet reason={metrics.reason} />;
              const times = timesOf(metrics);
              return (
                <Grid hasGutter>
                  {metrics.graphs.filter(isShown).map((graph) => (
                    <GridItem key={graph.metric} lg={6}>
                      <MachineGraph graph={graph} times={times} zoom={time.zoom} />
                    </GridItem>
                  ))}
                  <GridItem>
                    <Content component="small">
                      {t(`fleet.means.${kind}`)} {hasGpus && t('fleet.gpuMeans')}
                    </Content>
                  </GridItem>
                </Grid>
              );
            }}
          </Loaded>
        </StackItem>
      </Stack>
    </PageSection>
  );
}
