import type { MetricsGap, SessionConsole } from '@gpulease/contract/enums';
import type { MeasuredMetrics, MetricGraph } from '@gpulease/contract/workload-metrics';
import type { Workload } from '@gpulease/contract/workloads';
import { Content, Grid, GridItem, PageSection, Stack, StackItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { TimeControls } from '../../../ui/charts/time-controls.tsx';
import { useGraphTime } from '../../../ui/charts/use-graph-time.ts';
import type { Zoom } from '../../../ui/charts/use-zoom.ts';
import { askedFor } from '../../../ui/charts/zoom.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MonitoringSetUp } from '../../../ui/monitoring-set-up.tsx';
import { NothingYet } from '../../../ui/table/empty-states.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { GpuErrors } from './gpu-errors.tsx';
import { MachineGraph } from './machine-graph.tsx';
import { isMeasured, isShown, timesOf } from './measures.ts';
import { useMetrics } from './use-metrics.ts';

interface MonitoringTabProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What a machine uses, over a time that is in the URL. */
export function MonitoringTab({ console, workload }: MonitoringTabProps) {
  const time = useGraphTime('1h');
  const { range, zoom } = time;
  const query = useMetrics(console, workload, askedFor(range, zoom.span));
  return (
    <PageSection hasBodyWrapper={false}>
      <Loaded query={query}>
        {(metrics) =>
          metrics.available ? (
            <Stack hasGutter>
              <StackItem>
                <TimeControls time={time} times={timesOf(metrics)} />
              </StackItem>
              <StackItem>
                <Graphs console={console} metrics={metrics} zoom={zoom} />
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
  readonly zoom: Zoom;
}

function Graphs({ console, metrics, zoom }: GraphsProps) {
  const { t } = useTranslation();
  const { graphs, gpuErrors } = metrics;
  if (!graphs.some(isMeasured)) return <Content component="p">{t('monitoring.noData')}</Content>;
  const times = timesOf(metrics);
  const ofGpus = graphs.filter(isOfGpus);
  const lacksGpus = ofGpus.length > 0 && !ofGpus.some(isMeasured);
  const shown = graphs.filter((graph) => isShown(graph) && !(lacksGpus && isOfGpus(graph)));
  return (
    <Grid hasGutter>
      {lacksGpus && (
        <GridItem>
          <InlineAlert variant="info" component="h2" title={t('monitoring.noGpu')}>
            {t('monitoring.noGpuBody')} {console === 'admin' && <MonitoringSetUp of="gpu" />}
          </InlineAlert>
        </GridItem>
      )}
      {gpuErrors.length > 0 && (
        <GridItem>
          <GpuErrors console={console} errors={gpuErrors} />
        </GridItem>
      )}
      {shown.map((graph) => (
        <GridItem key={graph.metric} lg={6}>
          <MachineGraph graph={graph} times={times} zoom={zoom} />
        </GridItem>
      ))}
    </Grid>
  );
}
