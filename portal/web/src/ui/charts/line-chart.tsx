import './charts.css';
import {
  Chart,
  ChartAxis,
  ChartLine,
  ChartScatter,
  ChartTooltip,
  ChartVoronoiContainer,
} from '@patternfly/react-charts/victory';
import { useRef } from 'react';
import { DragSelect } from './drag-select.tsx';
import { lineColor } from './line-color.ts';
import { CHART_HEIGHT, padding, useWidth } from './plot.ts';
import { lonelyPoints } from './points.ts';

export interface Line {
  readonly name: string;
  /** One for each label; null where the line has a gap. */
  readonly values: readonly (number | null)[];
}

export interface LineChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The points in time, as the axis shows some of them. */
  readonly labels: readonly string[];
  /** Where the vertical axis ends; it starts at 0. */
  readonly top: number;
  /** Formats a value for the axis and for the point that somebody points at. */
  readonly text: (value: number) => string;
  /** Told of the first and the last of the points that somebody drags over; absent where nothing is selected. */
  readonly onSelect?: (first: number, last: number) => void;
}

/** Pixels that one label of the horizontal axis takes. */
const LABEL_WIDTH = 104;
/** Half of the last label lies beyond the axis. */
const room = { ...padding, right: LABEL_WIDTH / 2 };
/** The radius of a point that no line leads to, in pixels. */
const DOT_SIZE = 3;

const dotsOf = (line: string) => `${line}, dots`;

interface Point {
  readonly datum: { readonly name: string; readonly at: number; readonly y: number | null };
}

/** Lines over time, in the colours of `lineColor`. A point between gaps is a dot, as that of a machine that has just started. */
export function LineChart({ title, lines, labels, top, text, onSelect }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const shown = Math.max(1, Math.floor((width - room.left - room.right) / LABEL_WIDTH));
  const step = Math.ceil(labels.length / shown);
  const ticks = labels.flatMap((_, index) => (index % step === 0 ? [index] : []));
  return (
    <div ref={box} style={{ blockSize: CHART_HEIGHT }}>
      {width > 0 && (
        <DragSelect bounds={[room.left, width - room.right]} points={labels.length} onSelect={onSelect}>
          <Chart
            ariaTitle={title}
            width={width}
            height={CHART_HEIGHT}
            padding={room}
            domain={{ x: [0, Math.max(1, labels.length - 1)], y: [0, top] }}
            containerComponent={
              <ChartVoronoiContainer
                voronoiDimension="x"
                voronoiBlacklist={lines.map(({ name }) => dotsOf(name))}
                labels={({ datum: { name, at, y } }: Point) =>
                  y === null ? '' : `${labels[at] ?? ''} ${name}: ${text(y)}`
                }
                labelComponent={<ChartTooltip constrainToVisibleArea />}
              />
            }
          >
            <ChartAxis tickValues={ticks} tickFormat={(at: number) => labels[at] ?? ''} />
            <ChartAxis dependentAxis showGrid tickCount={4} tickFormat={text} />
            {lines.map(({ name, values }, index) => (
              <ChartLine
                key={name}
                name={name}
                data={values.map((y, at) => ({ x: at, y, name, at }))}
                style={{ data: { stroke: lineColor(index) } }}
              />
            ))}
            {lines.map(({ name, values }, index) => (
              <ChartScatter
                key={dotsOf(name)}
                name={dotsOf(name)}
                data={lonelyPoints(values)}
                size={DOT_SIZE}
                style={{ data: { fill: lineColor(index) } }}
              />
            ))}
          </Chart>
        </DragSelect>
      )}
    </div>
  );
}
