import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { lazyPart } from '../lazy-part.tsx';
import { ChartLoading } from './chart-loading.tsx';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { lineColor } from './line-color.ts';
import type { Line } from './line-chart.tsx';
import { latestOf, spanDays } from './points.ts';

const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart, <ChartLoading />);

interface TimeGraphProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The points in time, RFC 3339. */
  readonly times: readonly string[];
  /** Where the vertical axis ends. */
  readonly top: number;
  readonly text: (value: number) => string;
  /** What is said of a value of now; by default the value. */
  readonly now?: (value: number) => string;
}

/** Lines over time: what each is now, the graph, and the same as a table. */
export function TimeGraph({ title, lines, times, top, text, now = text }: TimeGraphProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = times.map(spanDays(times) ? format.dayAndHour : format.hour);
  return (
    <>
      <Legend
        entries={lines.map(({ name, values }, index) => ({
          ...{ name, color: lineColor(index), value: orDash(latestOf(values), now) },
        }))}
      />
      <LineChart title={title} lines={lines} labels={labels} top={top} text={text} />
      <ChartTable
        title={title}
        columns={[t('monitoring.time'), ...lines.map(({ name }) => name)]}
        rows={() =>
          times
            .map((time, at) => ({
              label: format.dateTime(time),
              values: lines.map(({ values }) => orDash(values[at], text)),
            }))
            .reverse()
        }
      />
    </>
  );
}

function orDash(value: number | null | undefined, text: (value: number) => string): string {
  return value == null ? '–' : text(value);
}
