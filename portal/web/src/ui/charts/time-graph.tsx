import { useWords } from '../../i18n/words.ts';
import { lazyPart } from '../lazy-part.tsx';
import { ChartLoading } from './chart-loading.tsx';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { lineColor } from './line-color.ts';
import type { Line } from './line-chart.tsx';
import { latestOf, spanDays } from './points.ts';
import type { Zoom } from './use-zoom.ts';
import { partOf, spanOf } from './zoom.ts';

const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart, <ChartLoading />);

interface TimeGraphProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The points in time, RFC 3339. */
  readonly times: readonly string[];
  /** The end of the vertical axis. */
  readonly top: number;
  readonly text: (value: number) => string;
  /** Absent if the graph cannot zoom. */
  readonly zoom?: Zoom;
  /** Formats the current value; defaults to `text`. */
  readonly now?: (value: number) => string;
}

/** Lines over all or part of their time: a legend with the latest values, the graph, and its data as a table. */
export function TimeGraph({ title, top, text, now = text, zoom, ...all }: TimeGraphProps) {
  const { t, format } = useWords();
  const { times, lines } = partOf(all.times, all.lines, zoom?.span);
  const labels = times.map(spanDays(times) ? format.dayAndHour : format.hour);
  return (
    <>
      <Legend
        entries={lines.map(({ name, values }, index) => ({
          ...{ name, color: lineColor(index), value: orDash(latestOf(values), now) },
        }))}
      />
      <LineChart
        {...{ title, lines, labels, top, text }}
        {...(zoom && {
          onSelect: (first: number, last: number) =>
            zoom.show(spanOf(times[first], times[last]), zoom.whole ?? spanOf(times[0], times.at(-1))),
        })}
      />
      <ChartTable
        title={title}
        columns={[t('common.time'), ...lines.map(({ name }) => name)]}
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
