import {
  metricRanges,
  type MetricRange,
  type MetricsGap,
  type SessionConsole,
} from '@gpulease/contract/enums';
import type { MeasuredMetrics, MetricGraph, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { Workload } from '@gpulease/contract/workloads';
import {
  Alert,
  Content,
  Grid,
  GridItem,
  PageSection,
  Stack,
  StackItem,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { NothingYet } from '../../../ui/table/empty-states.tsx';
import { MachineGraph } from './machine-graph.tsx';
import { isMeasured, timesOf } from './measures.ts';

interface MonitoringTabProps {
  readonly console: SessionConsole;
  readonly workload: Workload;
}

/** What a machine uses, over a time that is in the URL; refreshed when the next point is there. */
export function MonitoringTab({ console, workload }: MonitoringTabProps) {
  const [range, setRange] = useRange();
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

/** The URL parameter of the range. */
const RANGE = 'range';

function useRange(): [MetricRange, (range: MetricRange) => void] {
  const [params, setParams] = useSearchParams();
  const range = metricRanges.find((name) => name === params.get(RANGE)) ?? '1h';
  const setRange = (next: MetricRange) =>
    setParams(
      (current) => {
        current.set(RANGE, next);
        return current;
      },
      { replace: true },
    );
  return [range, setRange];
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

const rangeUnits = {
  '1h': ['HOUR', 1],
  '24h': ['HOUR', 24],
  '7d': ['DAY', 7],
  '30d': ['DAY', 30],
} as const;

interface RangeSwitchProps {
  readonly range: MetricRange;
  readonly onChange: (range: MetricRange) => void;
}

function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  const { t } = useTranslation();
  return (
    <ToggleGroup isCompact aria-label={t('monitoring.period')}>
      {metricRanges.map((name) => {
        const [unit, count] = rangeUnits[name];
        return (
          <ToggleGroupItem
            key={name}
            buttonId={`range-${name}`}
            text={t(`units.${unit}`, { count })}
            isSelected={name === range}
            onChange={() => onChange(name)}
          />
        );
      })}
    </ToggleGroup>
  );
}

/** Why there are no graphs; to operators, what to do about it. */
function Missing({ console, reason }: { readonly console: SessionConsole; readonly reason: MetricsGap }) {
  const { t } = useTranslation();
  const isForOperator = console === 'admin' && reason === 'NOT_CONFIGURED';
  return (
    <NothingYet
      title={t(`monitoring.missing.${reason}`)}
      body={isForOperator ? t('monitoringSetUp.source') : t(`monitoring.missingBody.${reason}`)}
    />
  );
}

const DAY_SECONDS = 86_400;
const isOfGpus = ({ metric }: MetricGraph) => metric.startsWith('GPU_');

interface GraphsProps {
  readonly console: SessionConsole;
  readonly metrics: MeasuredMetrics;
}

function Graphs({ console, metrics }: GraphsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { graphs, stepSeconds } = metrics;
  if (!graphs.some(isMeasured)) return <Content component="p">{t('monitoring.noData')}</Content>;
  const times = timesOf(metrics);
  const labels = times.map(times.length * stepSeconds > DAY_SECONDS ? format.dayAndHour : format.hour);
  const ofGpus = graphs.filter(isOfGpus);
  const lacksGpus = ofGpus.length > 0 && !ofGpus.some(isMeasured);
  return (
    <Grid hasGutter>
      {lacksGpus && (
        <GridItem>
          <Alert isInline variant="info" component="h2" title={t('monitoring.noGpu')}>
            {t('monitoring.noGpuBody')} {console === 'admin' && t('monitoringSetUp.gpu')}
          </Alert>
        </GridItem>
      )}
      {(lacksGpus ? graphs.filter((graph) => !isOfGpus(graph)) : graphs).map((graph) => (
        <GridItem key={graph.metric} lg={6}>
          <MachineGraph graph={graph} times={times} labels={labels} />
        </GridItem>
      ))}
    </Grid>
  );
}
