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

interface DragSelectProps {
  /** Where the first and the last point are, in pixels from the left. */
  readonly bounds: readonly [left: number, right: number];
  readonly points: number;
  /** Told of the first and the last of the points that somebody drags over; undefined where nothing is selected. */
  readonly onSelect: ((first: number, last: number) => void) | undefined;
  readonly children: ReactNode;
}

/** Fewer pixels are a click. */
const LEAST_PIXELS = 8;

/** Lets a pointer select points of a graph by dragging over them; the buttons of `ZoomControls` do the same without. */
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
