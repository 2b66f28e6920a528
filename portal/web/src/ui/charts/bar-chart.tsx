import './charts.css';
import {
  Chart,
  ChartAxis,
  ChartBar,
  ChartLine,
  ChartStack,
  ChartTooltip,
} from '@patternfly/react-charts/victory';
import { useRef } from 'react';
import { axisTop } from './axis-top.ts';
import { BEFORE_COLOR } from './line-color.ts';
import { CHART_HEIGHT, padding, useWidth } from './plot.ts';

interface Bar {
  readonly label: string;
  /** From the bottom up, in the order of `colors`. */
  readonly parts: readonly { readonly value: number; readonly text: string }[];
  /** The value of the compared period. */
  readonly before?: number | undefined;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly colors: readonly string[];
  readonly tick: (value: number) => string;
}

/** Width of a label on the horizontal axis, in pixels. */
const LABEL_WIDTH = 72;

/** Stacked bars over time, with the compared period as a line. */
export function BarChart({ title, bars, colors, tick }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const plot = width - padding.left - padding.right;
  const shown = Math.max(1, Math.floor(plot / LABEL_WIDTH));
  const step = Math.ceil(bars.length / shown);
  return (
    <div ref={box} style={{ blockSize: CHART_HEIGHT }}>
      {width > 0 && (
        <Chart
          ariaTitle={title}
          width={width}
          height={CHART_HEIGHT}
          padding={padding}
          domainPadding={{ x: 12 }}
          minDomain={{ y: 0 }}
          maxDomain={{ y: axisTop(bars.map(highestOf)) }}
        >
          <ChartAxis
            tickValues={bars.map((_, index) => index + 1)}
            tickFormat={(_, index: number) => (index % step === 0 ? (bars[index]?.label ?? '') : '')}
          />
          <ChartAxis dependentAxis showGrid tickCount={4} tickFormat={tick} />
          <ChartStack>
            {colors.map((fill, part) => (
              <ChartBar
                key={fill}
                barWidth={barWidth(plot, bars.length)}
                style={{ data: { fill, strokeWidth: 0 } }}
                data={bars.map(({ parts }, index) => ({ x: index + 1, y: parts[part]?.value ?? 0 }))}
                labels={({ index }: { index: number }) =>
                  `${bars[index]?.label ?? ''}: ${bars[index]?.parts[part]?.text ?? ''}`
                }
                labelComponent={<ChartTooltip constrainToVisibleArea />}
              />
            ))}
          </ChartStack>
          {bars.some(({ before }) => before !== undefined) && (
            <ChartLine
              style={{ data: { stroke: BEFORE_COLOR, strokeDasharray: '4 3' } }}
              data={bars.map(({ before = null }, index) => ({ x: index + 1, y: before }))}
            />
          )}
        </Chart>
      )}
    </div>
  );
}

function highestOf({ parts, before = 0 }: Bar): number {
  return Math.max(
    before,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
}

/** Returns the width of a bar in pixels, at least 1. Wider bars leave at least a third of their slot free. */
function barWidth(plot: number, count: number): number {
  return Math.max(1, Math.min(24, Math.floor((plot / Math.max(1, count)) * 0.66)));
}
