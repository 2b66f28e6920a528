import type { Node } from '@gpulease/contract/catalogue';
import type { MeasuredMetrics } from '@gpulease/contract/workload-metrics';
import { Content, Grid, GridItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { ChartLoading } from '../../../ui/charts/chart-loading.tsx';
import { refreshOf } from '../../../ui/charts/refresh.ts';
import { useGraphTime, type GraphTime } from '../../../ui/charts/use-graph-time.ts';
import type { Zoom } from '../../../ui/charts/use-zoom.ts';
import { askedFor } from '../../../ui/charts/zoom.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { FleetGraph } from '../../fleet/fleet-graph.tsx';
import { MachineGraph } from '../../workloads/monitoring/machine-graph.tsx';
import { isShown, timesOf } from '../../workloads/monitoring/measures.ts';

/** What the machines of a node did together: its GPUs, and its CPU, memory, network and disks. */
export function NodeMonitoring({ node: { name } }: { readonly node: Node }) {
  const { t } = useTranslation();
  const time = useGraphTime('7d');
  return (
    <PageSection hasBodyWrapper={false}>
      <Stack hasGutter>
        <StackItem>
          <FleetGraph title={t('fleet.ofNode')} part={{ node: name }} time={time} />
        </StackItem>
        <NodeGraphs name={name} time={time} />
      </Stack>
    </PageSection>
  );
}

interface NodeGraphsProps {
  readonly name: string;
  readonly time: GraphTime;
}

/** Nothing where there is no source of metrics, which the graph of GPUs tells. */
function NodeGraphs({ name, time: { range, zoom } }: NodeGraphsProps) {
  const asked = askedFor(range, zoom.span);
  const query = useApi('getNodeMetrics', { params: { name }, query: asked }, refreshOf(asked));
  return (
    <StackItem>
      <Loaded query={query} skeleton={<ChartLoading />}>
        {(metrics) => metrics.available && <Graphs metrics={metrics} zoom={zoom} />}
      </Loaded>
    </StackItem>
  );
}

function Graphs({ metrics, zoom }: { readonly metrics: MeasuredMetrics; readonly zoom: Zoom }) {
  const { t } = useTranslation();
  const times = timesOf(metrics);
  return (
    <Grid hasGutter>
      {metrics.graphs.filter(isShown).map((graph) => (
        <GridItem key={graph.metric} lg={6}>
          <MachineGraph graph={graph} times={times} zoom={zoom} />
        </GridItem>
      ))}
      <GridItem>
        <Content component="small">{t('fleet.nodeMeans')}</Content>
      </GridItem>
    </Grid>
  );
}
