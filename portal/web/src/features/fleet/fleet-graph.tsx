import type { FleetMetrics, MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { FleetSeries } from '@gpulease/contract/enums';
import { Content, Toolbar, ToolbarContent, ToolbarItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { axisTop } from '../../ui/charts/axis-top.ts';
import { ChartLoading } from '../../ui/charts/chart-loading.tsx';
import { latestOf, pointsOf } from '../../ui/charts/points.ts';
import { RangeSwitch } from '../../ui/charts/range-switch.tsx';
import { TimeGraph } from '../../ui/charts/time-graph.tsx';
import { useRange } from '../../ui/charts/use-range.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MonitoringSetUp } from '../../ui/monitoring-set-up.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';

interface FleetGraphProps {
  readonly title: string;
  /** Which GPUs are meant, by names of the catalogue; all where it says nothing. */
  readonly part: { readonly region?: string; readonly gpu?: string; readonly node?: string };
  /** Toolbar items that choose the part. */
  readonly filters?: ReactNode;
}

const RETRY_MS = 30_000;

/** How many GPUs there are, are sold, run and are busy, over a time that is in the URL. */
export function FleetGraph({ title, part, filters }: FleetGraphProps) {
  const [range, setRange] = useRange('7d');
  const query = useApi(
    'getFleetMetrics',
    { query: { range, ...part } },
    {
      keepPrevious: true,
      refetchInterval: (metrics: FleetMetrics | undefined) =>
        metrics?.available ? metrics.stepSeconds * 1_000 : RETRY_MS,
    },
  );
  return (
    <TitledCard isCompact title={title}>
      <Toolbar inset={{ default: 'insetNone' }}>
        <ToolbarContent>
          <ToolbarItem>
            <RangeSwitch range={range} onChange={setRange} />
          </ToolbarItem>
          {filters}
        </ToolbarContent>
      </Toolbar>
      <Loaded query={query} skeleton={<ChartLoading />}>
        {(metrics) =>
          metrics.available ? <Graph title={title} fleet={metrics} /> : <Missing reason={metrics.reason} />
        }
      </Loaded>
    </TitledCard>
  );
}

function Missing({ reason }: Pick<Extract<FleetMetrics, { available: false }>, 'reason'>) {
  const { t } = useTranslation();
  return (
    <Content component="p">
      {reason === 'NOT_CONFIGURED' ? <MonitoringSetUp of="source" /> : t('fleet.unreachable')}
    </Content>
  );
}

const drawn = ['TOTAL', 'SOLD', 'IN_USE', 'BUSY'] as const;

function Graph({ title, fleet }: { readonly title: string; readonly fleet: MeasuredFleet }) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines = drawn.flatMap((of) => {
    const values = fleet.series.find((line) => line.of === of)?.values;
    return values?.some((value) => value !== null) ? [{ name: t(`fleet.line.${of}`), values }] : [];
  });
  if (lines.length === 0) return <Content component="p">{t('fleet.noData')}</Content>;
  const highest = lines.flatMap(({ values }) => values.map((value) => value ?? 0));
  return (
    <>
      <TimeGraph
        title={title}
        lines={lines}
        times={pointsOf(fleet, lines)}
        top={axisTop(highest)}
        text={format.number}
      />
      <Content component="small">
        <Measured fleet={fleet} />
      </Content>
    </>
  );
}

/** What the lines mean, and of how many GPUs the load is known now. */
function Measured({ fleet }: { readonly fleet: MeasuredFleet }) {
  const { t } = useTranslation();
  const lineOf = (of: FleetSeries) => fleet.series.find((line) => line.of === of);
  const now = (of: FleetSeries) => latestOf(lineOf(of)?.values ?? []) ?? 0;
  const [measured, inUse] = [now('MEASURED'), now('IN_USE')];
  const sentences = [
    lineOf('SOLD') && t('fleet.soldMeans'),
    t('fleet.busyMeans'),
    inUse > 0 && t('fleet.measured', { measured, inUse }),
  ];
  return (
    <>
      {sentences.filter(Boolean).join(' ')} {inUse > 0 && measured === 0 && <MonitoringSetUp of="gpu" />}
    </>
  );
}
