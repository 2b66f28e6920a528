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
  /** Where the vertical axis ends. */
  readonly top: number;
  readonly text: (value: number) => string;
  /** Absent where it always shows all of its time. */
  readonly zoom?: Zoom;
  /** What is said of a value of now; by default the value. */
  readonly now?: (value: number) => string;
}

/** Lines over time, or a part of it: what each is in the end, the graph, and the same as a table. */
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
