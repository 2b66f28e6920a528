import { useState, type PointerEvent, type ReactNode } from 'react';
import { padding } from './plot.ts';

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
export function DragSelect({ bounds: [left, right], points, onSelect, children }: DragSelectProps) {
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
