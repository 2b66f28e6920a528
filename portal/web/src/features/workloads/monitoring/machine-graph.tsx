import type { MetricGraph } from '@gpulease/contract/workload-metrics';
import { Content, Flex, FlexItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { ChartLoading } from '../../../ui/charts/chart-loading.tsx';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import { lineColor } from '../../../ui/charts/line-color.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { highestOf, isMeasured, latestOf, scaleOf, topOf } from './measures.ts';

const LineChart = lazyPart(
  async () => (await import('../../../ui/charts/line-chart.tsx')).LineChart,
  <ChartLoading />,
);

interface MachineGraphProps {
  readonly graph: MetricGraph;
  /** The points in time, RFC 3339, and how the axis shows them. */
  readonly times: readonly string[];
  readonly labels: readonly string[];
}

/** One metric of a machine: what it is now, its graph, and the same as a table. */
export function MachineGraph({ graph, times, labels }: MachineGraphProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = t(`monitoring.graph.${graph.metric}`);
  const scale = scaleOf(graph.unit, highestOf(graph));
  const text = (scaled: number) => `${format.number(scaled)}${scale.suffix}`;
  const lines = useLines(graph).map(({ name, values }) => ({
    name,
    values: values.map((value) => (value === null ? null : value / scale.divisor)),
  }));
  if (!isMeasured(graph))
    return (
      <TitledCard isCompact isFullHeight title={title}>
        <Content component="p">{t('monitoring.noData')}</Content>
      </TitledCard>
    );
  const limit = graph.unit === 'BYTES' ? graph.limit : null;
  const orDash = (value: number | null | undefined) => (value == null ? '–' : text(value));
  const now = (value: number | null) =>
    limit === null || value === null
      ? orDash(value)
      : t('monitoring.ofLimit', { value: text(value), limit: text(limit / scale.divisor) });
  return (
    <TitledCard isCompact isFullHeight title={title}>
      <Flex columnGap={{ default: 'columnGapMd' }} rowGap={{ default: 'rowGapNone' }}>
        {lines.map(({ name, values }, index) => (
          <FlexItem key={name}>
            <Swatch color={lineColor(index)} /> {name} <strong>{now(latestOf(values))}</strong>
          </FlexItem>
        ))}
      </Flex>
      <LineChart title={title} lines={lines} labels={labels} top={topOf(graph, scale)} text={text} />
      <ChartTable
        title={title}
        columns={[t('monitoring.time'), ...lines.map(({ name }) => name)]}
        rows={() =>
          times
            .map((time, at) => ({
              label: format.dateTime(time),
              values: lines.map(({ values }) => orDash(values[at])),
            }))
            .reverse()
        }
      />
    </TitledCard>
  );
}

/** Its lines with their names: a GPU's number, a direction, or that it is what is in use. */
function useLines({ series }: MetricGraph) {
  const { t } = useTranslation();
  return series.map(({ of, gpu, values }) => ({
    name: gpu === null ? t(`monitoring.line.${of}`) : t('monitoring.gpu', { number: gpu }),
    values,
  }));
}

/** Which line is meant, in its colour. */
function Swatch({ color }: { readonly color: string }) {
  const style = { display: 'inline-block', inlineSize: '1em', blockSize: '3px', verticalAlign: 'middle' };
  return <span aria-hidden style={{ ...style, backgroundColor: color }} />;
}
