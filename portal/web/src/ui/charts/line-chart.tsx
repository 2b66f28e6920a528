import './charts.css';
import {
  Chart,
  ChartAxis,
  ChartLine,
  ChartScatter,
  ChartTooltip,
  ChartVoronoiContainer,
} from '@patternfly/react-charts/victory';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { lineColor } from './line-color.ts';
import { CHART_HEIGHT, padding, useWidth } from './plot.ts';
import { isolatedPoints } from './points.ts';

export interface Line {
  readonly name: string;
  /** One per label; null is a gap in the line. */
  readonly values: readonly (number | null)[];
}

export interface LineChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The points in time as text; the axis shows some of them. */
  readonly labels: readonly string[];
  /** The end of the vertical axis, which starts at 0. */
  readonly top: number;
  /** Formats a value for the axis and the tooltip. */
  readonly text: (value: number) => string;
  /** Receives the indexes of the first and last selected points; absent if selection is disabled. */
  readonly onSelect?: (first: number, last: number) => void;
}

/** Width of a label on the horizontal axis, in pixels. */
const LABEL_WIDTH = 104;
/** Leaves room for the half of the last label that extends past the axis. */
const room = { ...padding, right: LABEL_WIDTH / 2 };
/** The radius of a lone point, in pixels. */
const DOT_SIZE = 3;

const dotsOf = (line: string) => `${line}, dots`;

interface Point {
  readonly datum: { readonly name: string; readonly at: number; readonly y: number | null };
}

/** Lines over time, in the colours of `lineColor`. A point between gaps is a dot, such as for a machine that has just started. */
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
                data={isolatedPoints(values)}
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

interface DragSelectProps {
  /** The positions of the first and last points, in pixels from the left. */
  readonly bounds: readonly [left: number, right: number];
  readonly points: number;
  /** Receives the indexes of the first and last selected points; undefined if selection is disabled. */
  readonly onSelect: ((first: number, last: number) => void) | undefined;
  readonly children: ReactNode;
}

/** A shorter drag counts as a click, in pixels. */
const LEAST_PIXELS = 8;

/** Selects points of a graph by dragging; `ZoomControls` has buttons for users who cannot drag. */
function DragSelect({ bounds: [left, right], points, onSelect, children }: DragSelectProps) {
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number }>();
  if (onSelect === undefined) return children;
  const at = ({ clientX, currentTarget }: PointerEvent) =>
    Math.min(Math.max(clientX - currentTarget.getBoundingClientRect().left, left), right);
  const pointAt = (x: number) => Math.round(((x - left) / (right - left)) * (points - 1));
  const finish = () => {
    setDrag(undefined);
    if (drag === undefined || Math.abs(drag.end - drag.start) < LEAST_PIXELS) return;
    const [first, last] = [drag.start, drag.end].map(pointAt).sort((one, other) => one - other);
    if (first !== undefined && last !== undefined && first < last) onSelect(first, last);
  };
  return (
    <div
      className="gpulease-drag-select"
      onPointerDown={(event) => {
        if (event.button === 0 && event.isPrimary) setDrag({ start: at(event), end: at(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, end: at(event) })}
      onPointerUp={finish}
      onPointerLeave={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      {children}
      {drag && (
        <div
          className="gpulease-drag-selected"
          style={{
            insetInlineStart: Math.min(drag.start, drag.end),
            inlineSize: Math.abs(drag.end - drag.start),
            insetBlock: `${padding.top}px ${padding.bottom}px`,
          }}
        />
      )}
    </div>
  );
}
