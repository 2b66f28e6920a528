import type { FleetMetrics, MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { FleetSeries } from '@gpulease/contract/enums';
import { Content, Toolbar, ToolbarContent, ToolbarItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.ts';
import { useWords } from '../../i18n/words.ts';
import { axisTop } from '../../ui/charts/axis-top.ts';
import { ChartLoading } from '../../ui/charts/chart-loading.tsx';
import { latestOf, pointsOf } from '../../ui/charts/points.ts';
import { refreshOf } from '../../ui/charts/refresh.ts';
import { RangeSwitch, ZoomControls } from '../../ui/charts/time-controls.tsx';
import { TimeGraph } from '../../ui/charts/time-graph.tsx';
import type { GraphTime } from '../../ui/charts/use-graph-time.ts';
import type { Zoom } from '../../ui/charts/use-zoom.ts';
import { askedFor } from '../../ui/charts/zoom.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MonitoringSetUp } from '../../ui/monitoring-set-up.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';

interface FleetGraphProps {
  readonly title: string;
  /** Catalogue names that select the GPUs; all GPUs if empty. */
  readonly part: { readonly region?: string; readonly gpu?: string; readonly node?: string };
  readonly time: GraphTime;
  readonly filters?: ReactNode;
}

export function FleetGraph({ title, part, time, filters }: FleetGraphProps) {
  const { range, zoom } = time;
  const asked = askedFor(range, zoom.span);
  const query = useApi('getFleetMetrics', { query: { ...asked, ...part } }, refreshOf(asked));
  return (
    <TitledCard isCompact title={title}>
      <Toolbar inset={{ default: 'insetNone' }}>
        <ToolbarContent>
          <ToolbarItem>
            <RangeSwitch {...time} />
          </ToolbarItem>
          <ToolbarItem>
            <ZoomControls zoom={zoom} times={query.data?.available ? timesOf(query.data) : []} />
          </ToolbarItem>
          {filters}
        </ToolbarContent>
      </Toolbar>
      <Loaded query={query} skeleton={<ChartLoading />}>
        {(metrics) =>
          metrics.available ? (
            <Graph title={title} fleet={metrics} zoom={zoom} />
          ) : (
            <MissingFleet reason={metrics.reason} />
          )
        }
      </Loaded>
    </TitledCard>
  );
}

const timesOf = (fleet: MeasuredFleet) => pointsOf(fleet, fleet.series);

export function MissingFleet({ reason }: Pick<Extract<FleetMetrics, { available: false }>, 'reason'>) {
  const { t } = useWords();
  return (
    <Content component="p">
      {reason === 'NOT_CONFIGURED' ? <MonitoringSetUp of="source" /> : t('fleet.unreachable')}
    </Content>
  );
}

const drawn = ['TOTAL', 'SOLD', 'IN_USE', 'BUSY'] as const;

interface GraphProps {
  readonly title: string;
  readonly fleet: MeasuredFleet;
  readonly zoom: Zoom;
}

function Graph({ title, fleet, zoom }: GraphProps) {
  const { t, format } = useWords();
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
        zoom={zoom}
        times={timesOf(fleet)}
        top={axisTop(highest)}
        text={format.number}
      />
      <Content component="small">
        <Measured fleet={fleet} />
      </Content>
    </>
  );
}

/** The meaning of the lines and the number of GPUs whose load is known now. */
function Measured({ fleet }: { readonly fleet: MeasuredFleet }) {
  const { t } = useWords();
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
