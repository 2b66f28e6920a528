import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import { Button, Card, CardBody, Content, DescriptionList, Stack, StackItem } from '@patternfly/react-core';
import { useConfig } from '../../../api/config.ts';
import { useWords } from '../../../i18n/words.ts';
import { ChartLoading } from '../../../ui/charts/chart-loading.tsx';
import { pointsOf } from '../../../ui/charts/points.ts';
import { Fact } from '../../../ui/fact.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useAmountText } from '../../../ui/money.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { useWorkloadActions } from '../actions/use-workload-actions.tsx';
import { useUnmeasured } from '../auto-stop/auto-stop.ts';
import { GaugeBar } from '../gauges/gauge-bar.tsx';
import { useGauges } from '../gauges/use-gauges.ts';
import { MachineGraph } from '../monitoring/machine-graph.tsx';
import { isMeasured } from '../monitoring/measures.ts';
import { useMetrics } from '../monitoring/use-metrics.ts';
import { spentIn, type WorkloadProps } from '../workload.ts';

/** A machine's load: an alert if it is idle, its gauges and one graph of the last hour. The other graphs have a tab. */
export function WorkloadUse({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const { measuresGpus } = useConfig();
  if (workload.status !== 'RUNNING') return <Unknown text={t('use.whenRunning')} />;
  if (!measuresGpus) return <Unknown text={t('monitoring.missingBody.NOT_CONFIGURED')} />;
  return (
    <Stack hasGutter>
      <IdleAlert console={console} workload={workload} />
      {workload.resources.gpuNumber > 0 && (
        <Card isCompact>
          <CardBody>
            <GpuGauges console={console} workload={workload} />
          </CardBody>
        </Card>
      )}
      <StackItem isFilled>
        <LastHour key={workload.uid} console={console} workload={workload} />
      </StackItem>
    </Stack>
  );
}

function GpuGauges({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const gauges = useGauges(console, workload);
  const missing = useUnmeasured({ hasGpu: true, isMeasured: workload.measuresGpus });
  const gauge = gauges.of(workload);
  if (gauge === undefined && gauges.areMissing)
    return missing === undefined ? t('monitoring.noGpu') : t(`autoStop.unmeasured.${missing}`);
  const shown = [
    ['GPU_UTILIZATION', gauge?.gpuUse],
    ['GPU_MEMORY', gauge?.gpuMemory],
  ] as const;
  return (
    <DescriptionList isCompact className="gpulease-gauges" columnModifier={{ default: '2Col' }}>
      {shown.map(([metric, percent]) => {
        const name = t(`monitoring.graph.${metric}`);
        return (
          <Fact key={metric} term={name}>
            {percent == null ? undefined : <GaugeBar name={name} percent={percent} />}
          </Fact>
        );
      })}
    </DescriptionList>
  );
}

/** The GPU graph or, if GPUs are not measured, the CPU graph. Shares its query with the first view of the monitoring tab. */
function LastHour({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  return (
    <Loaded query={useMetrics({ console, workload }, { range: '1h' })} skeleton={<ChartLoading />}>
      {(metrics) => {
        if (!metrics.available) return <Unknown text={t(`monitoring.missingBody.${metrics.reason}`)} />;
        const measured = metrics.graphs.filter(isMeasured);
        const graph =
          measured.find(({ metric }) => metric === 'GPU_UTILIZATION') ??
          measured.find(({ metric }) => metric === 'CPU');
        if (graph === undefined) return <Unknown text={t('monitoring.noData')} />;
        return <MachineGraph graph={graph} times={pointsOf(metrics, graph.series)} />;
      }}
    </Loaded>
  );
}

function Unknown({ text }: { readonly text: string }) {
  const { t } = useWords();
  return (
    <TitledCard isCompact isFullHeight title={t('use.title')}>
      <Content component="p">{text}</Content>
    </TitledCard>
  );
}

/** How long a machine has been idle and at what cost, with a button to stop it. Hidden unless it is known to be idle. */
function IdleAlert({ console, workload }: WorkloadProps) {
  const { t } = useWords();
  const idle = useGauges(console, workload).of(workload)?.idle ?? undefined;
  const actions = useWorkloadActions(console);
  const isPaid = workload.pricing.mode === 'RESERVED';
  const variant = isPaid ? 'info' : 'warning';
  const stop = !isPaid && workload.allowedActions.includes('stop') && (
    <Button isInline variant="link" onClick={() => actions.ask('stop', workload)}>
      {t('workload.action.stop')}
    </Button>
  );
  return (
    <>
      {idle && (
        <InlineAlert
          variant={variant}
          component="h2"
          title={<Sentence workload={workload} {...idle} />}
          {...(stop && { actionLinks: stop })}
        >
          {t('gauges.idleMeans')} {isPaid && t('gauges.idlePaid')}
        </InlineAlert>
      )}
      {actions.dialog}
    </>
  );
}

type Idle = NonNullable<WorkloadGauge['idle']>;

function Sentence({ workload, seconds, isLonger }: Idle & Pick<WorkloadProps, 'workload'>) {
  const { t, format } = useWords();
  const amountText = useAmountText();
  const duration = format.hours(seconds / 3_600);
  const spent = spentIn(workload, seconds);
  if (spent === undefined) return t(isLonger ? 'gauges.idleLonger' : 'gauges.idle', { duration });
  const amount = amountText(spent);
  return t(isLonger ? 'gauges.idleLongerSpent' : 'gauges.idleSpent', { duration, amount });
}
