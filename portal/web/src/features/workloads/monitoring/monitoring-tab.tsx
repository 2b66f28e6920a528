import type { MetricRange, MetricsGap, SessionConsole } from '@gpulease/contract/enums';
import type { MeasuredMetrics, MetricGraph, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { Workload } from '@gpulease/contract/workloads';
import { Alert, Content, Grid, GridItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { pointsOf } from '../../../ui/charts/points.ts';
import { RangeSwitch } from '../../../ui/charts/range-switch.tsx';
import { useRange } from '../../../ui/charts/use-range.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MonitoringSetUp } from '../../../ui/monitoring-set-up.tsx';
import { NothingYet } from '../../../ui/table/empty-states.tsx';
import { MachineGraph } from './machine-graph.tsx';
import { isMeasured, isShown } from './measures.ts';

interface MonitoringTabProps {
import { GpuErrors } from './gpu-errors.tsx';
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What a machine uses, over a time that is in the URL; refreshed when the next point is there. */
export function MonitoringTab({ console, workload }: MonitoringTabProps) {
  const [range, setRange] = useRange('1h');
  const query = useMetrics(console, workload, range);
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={query}>
        {(metrics) =>
          metrics.available ? (
            <Stack hasGutter>
              <StackItem>
                <RangeSwitch range={range} onChange={setRange} />
              </StackItem>
              <StackItem>
                <Graphs console={console} metrics={metrics} />
              </StackItem>
            </Stack>
          ) : (
            <Missing console={console} reason={metrics.reason} />
          )
        }
      </Loaded>
    </PageSection>
  );
}

const RETRY_MS = 30_000;

function useMetrics(console: SessionConsole, { user, name }: Workload, range: MetricRange) {
  const options = {
    keepPrevious: true,
    refetchInterval: (metrics: WorkloadMetrics | undefined) =>
      metrics?.available ? metrics.stepSeconds * 1_000 : RETRY_MS,
  };
  const isOperator = console === 'admin';
  const query = { range };
  const own = useApi('getWorkloadMetrics', { params: { name }, query }, { ...options, enabled: !isOperator });
  const any = useApi(
    'getAnyWorkloadMetrics',
    { params: { user, name }, query },
    { ...options, enabled: isOperator },
  );
  return isOperator ? any : own;
}

/** Why there are no graphs; to operators, what to do about it. */
function Missing({ console, reason }: { readonly console: SessionConsole; readonly reason: MetricsGap }) {
  const { t } = useTranslation();
  const isForOperator = console === 'admin' && reason === 'NOT_CONFIGURED';
  return (
    <NothingYet
      title={t(`monitoring.missing.${reason}`)}
      body={isForOperator ? <MonitoringSetUp of="source" /> : t(`monitoring.missingBody.${reason}`)}
    />
  );
}

const isOfGpus = ({ metric }: MetricGraph) => metric.startsWith('GPU_');

interface GraphsProps {
  readonly console: SessionConsole;
  readonly metrics: MeasuredMetrics;
}

function Graphs({ console, metrics }: GraphsProps) {
  const { t } = useTranslation();
  const { graphs, gpuErrors } = metrics;
  if (!graphs.some(isMeasured)) return <Content component="p">{t('monitoring.noData')}</Content>;
  const times = pointsOf(
    metrics,
    graphs.flatMap(({ series }) => series),
  );
  const ofGpus = graphs.filter(isOfGpus);
  const lacksGpus = ofGpus.length > 0 && !ofGpus.some(isMeasured);
  return (
    <Grid hasGutter>
      {lacksGpus && (
        <GridItem>
          <Alert isInline variant="info" component="h2" title={t('monitoring.noGpu')}>
            {t('monitoring.noGpuBody')} {console === 'admin' && <MonitoringSetUp of="gpu" />}
  const shown = graphs.filter((graph) => isShown(graph) && !(lacksGpus && isOfGpus(graph)));
          </Alert>
        </GridItem>
      )}
      {gpuErrors.length > 0 && (
        <GridItem>
          <GpuErrors console={console} errors={gpuErrors} />
        </GridItem>
      )}
      {shown.map((graph) => (
        <GridItem key={graph.metric} lg={6}>
          <MachineGraph graph={graph} times={times} />
        </GridItem>
      ))}
    </Grid>
  );
}
