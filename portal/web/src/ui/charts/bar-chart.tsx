import './charts.css';
import { Chart, ChartAxis, ChartBar, ChartTooltip } from '@patternfly/react-charts/victory';
import { useRef } from 'react';
import { axisTop } from './axis-top.ts';
import { CHART_HEIGHT, padding, useWidth } from './plot.ts';

export interface Bar {
  /** The label below the bar, and the first cell of its row in the table. */
  readonly label: string;
  readonly value: number;
  /** Formats the value for people. */
  readonly text: string;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Formats a value for the axis. */
  readonly tick: (value: number) => string;
}

/** Pixels that one label of the horizontal axis takes. */
const LABEL_WIDTH = 72;

/** A bar chart over time, with a table of the same data. */
export function BarChart({ title, bars, tick }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const shown = Math.max(1, Math.floor((width - padding.left - padding.right) / LABEL_WIDTH));
  const step = Math.ceil(bars.length / shown);
  return (
    <div ref={box} style={{ blockSize: CHART_HEIGHT }}>
      {width > 0 && (
        <Chart
          ariaTitle={title}
          themeColor="blue"
          width={width}
          height={CHART_HEIGHT}
          padding={padding}
          domainPadding={{ x: 12 }}
          minDomain={{ y: 0 }}
          maxDomain={{ y: axisTop(bars.map(({ value }) => value)) }}
        >
          <ChartAxis
            tickValues={bars.map((_, index) => index + 1)}
            tickFormat={(_, index: number) => (index % step === 0 ? (bars[index]?.label ?? '') : '')}
          />
          <ChartAxis dependentAxis showGrid tickCount={4} tickFormat={tick} />
          <ChartBar
            barWidth={barWidth(width - padding.left - padding.right, bars.length)}
            data={bars.map(({ value }, index) => ({ x: index + 1, y: value }))}
            labels={({ index }: { index: number }) =>
              `${bars[index]?.label ?? ''}: ${bars[index]?.text ?? ''}`
            }
            labelComponent={<ChartTooltip constrainToVisibleArea />}
          />
        </Chart>
      )}
    </div>
  );
}

/** The width of one bar in pixels. At least a third of its place stays free, to separate neighbours. */
function barWidth(plot: number, count: number): number {
  return Math.max(1, Math.min(24, Math.floor((plot / Math.max(1, count)) * 0.66)));
}
