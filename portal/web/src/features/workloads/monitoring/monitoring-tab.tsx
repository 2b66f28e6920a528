import type { MetricsGap } from '@gpulease/contract/enums';
import type { GpuError, MeasuredMetrics, MetricGraph } from '@gpulease/contract/workload-metrics';
import {
  Content,
  Grid,
  GridItem,
  List,
  ListItem,
  PageSection,
  Stack,
  StackItem,
} from '@patternfly/react-core';
import { useWords } from '../../../i18n/words.ts';
import { TimeControls } from '../../../ui/charts/time-controls.tsx';
import { useGraphTime } from '../../../ui/charts/use-graph-time.ts';
import type { Zoom } from '../../../ui/charts/use-zoom.ts';
import { askedFor } from '../../../ui/charts/zoom.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MonitoringSetUp } from '../../../ui/monitoring-set-up.tsx';
import { NothingYet } from '../../../ui/table/empty-states.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import type { WorkloadProps } from '../workload.ts';
import { MachineGraph } from './machine-graph.tsx';
import { isMeasured, isShown, timesOf } from './measures.ts';
import { useMetrics } from './use-metrics.ts';

export function MonitoringTab({ console, workload }: WorkloadProps) {
  const time = useGraphTime('1h');
  const { range, zoom } = time;
  const query = useMetrics({ console, workload }, askedFor(range, zoom.span));
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

function Missing({ console, reason }: Pick<WorkloadProps, 'console'> & { readonly reason: MetricsGap }) {
  const { t } = useWords();
  const isForOperator = console === 'admin' && reason === 'NOT_CONFIGURED';
  return (
    <NothingYet
      title={t(`monitoring.missing.${reason}`)}
      body={isForOperator ? <MonitoringSetUp of="source" /> : t(`monitoring.missingBody.${reason}`)}
    />
  );
}

const isOfGpus = ({ metric }: MetricGraph) => metric.startsWith('GPU_');

interface GraphsProps extends Pick<WorkloadProps, 'console'> {
  readonly metrics: MeasuredMetrics;
  readonly zoom: Zoom;
}

function Graphs({ console, metrics, zoom }: GraphsProps) {
  const { t } = useWords();
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

type GpuErrorsProps = Pick<WorkloadProps, 'console'> & { readonly errors: readonly GpuError[] };

/** Errors that the guest's drivers report of its GPUs, and what a customer can do about them. */
function GpuErrors({ console, errors }: GpuErrorsProps) {
  const { t, format } = useWords();
  const variant = errors.every(({ kind }) => kind === 'ECC_CORRECTED') ? 'info' : 'warning';
  return (
    <InlineAlert variant={variant} component="h2" title={t('monitoring.gpuErrors')}>
      <List>
        {errors.map(({ kind, gpu, value, at }) => (
          <ListItem key={`${kind} ${gpu}`}>
            {t(`monitoring.gpuError.${kind}`, { gpu, value, time: format.minute(at) })}
          </ListItem>
        ))}
      </List>
      {t('monitoring.gpuErrorsMean')}{' '}
      {console === 'user' && t('monitoring.gpuErrorsReport', { action: t('reportGpu.action') })}
    </InlineAlert>
  );
}
