import type { MetricGraph } from '@gpulease/contract/workload-metrics';
import { Content } from '@patternfly/react-core';
import { useWords } from '../../../i18n/words.ts';
import { TimeGraph } from '../../../ui/charts/time-graph.tsx';
import type { Zoom } from '../../../ui/charts/use-zoom.ts';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { highestOf, isMeasured, scaleOf, topOf } from './measures.ts';

interface MachineGraphProps {
  readonly graph: MetricGraph;
  readonly times: readonly string[];
  /** Absent if the graph always shows its full time range. */
  readonly zoom?: Zoom;
}

/** One metric of a machine: its current value, its graph, and the same data as a table. */
export function MachineGraph({ graph, times, zoom }: MachineGraphProps) {
  const { t, format } = useWords();
  const title = t(`monitoring.graph.${graph.metric}`);
  const scale = scaleOf(graph.unit, highestOf(graph));
  const text = (scaled: number) => `${format.number(scaled)}${scale.suffix}`;
  const lines = graph.series.map(({ of, gpu, values }) => ({
    name: gpu === null ? t(`monitoring.line.${of}`) : t('monitoring.gpu', { number: gpu }),
    values: values.map((value) => (value === null ? null : value / scale.divisor)),
  }));
  const limit = graph.unit === 'PERCENT' ? null : graph.limit;
  const now = (value: number) =>
    limit === null
      ? text(value)
      : t('monitoring.ofLimit', { value: text(value), limit: text(limit / scale.divisor) });
  return (
    <TitledCard isCompact isFullHeight title={title}>
      {isMeasured(graph) ? (
        <TimeGraph {...{ title, lines, times, text, now, ...(zoom && { zoom }) }} top={topOf(graph, scale)} />
      ) : (
        <Content component="p">{t('monitoring.noData')}</Content>
      )}
    </TitledCard>
  );
}
