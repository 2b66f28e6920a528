import './charts.css';
import { Chart, ChartAxis, ChartBar, ChartTooltip } from '@patternfly/react-charts/victory';
import { getResizeObserver } from '@patternfly/react-core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { axisTop } from './axis-top.ts';

export interface Bar {
  /** Below the bar, and first in its row of the table. */
  readonly label: string;
  readonly value: number;
  /** The value as a person reads it. */
  readonly text: string;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** How a value stands at the axis. */
  readonly tick: (value: number) => string;
}

export const CHART_HEIGHT = 220;
const padding = { top: 16, bottom: 36, left: 72, right: 16 };
/** Pixels that one label of the horizontal axis takes. */
const LABEL_WIDTH = 72;

/** Bars over time. What cannot be seen is in the table behind it. */
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

/** Pixels of one bar: at least a third of its place stays free, so that neighbours are told apart. */
function barWidth(plot: number, count: number): number {
  return Math.max(1, Math.min(24, Math.floor((plot / Math.max(1, count)) * 0.66)));
}

/** The width that an element has at present. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => setWidth(box.clientWidth);
    measure();
    return getResizeObserver(box, measure, true);
  }, [element]);
  return width;
}
