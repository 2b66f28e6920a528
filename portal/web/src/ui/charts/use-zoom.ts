import type { MetricRange } from '@gpulease/contract/enums';
import { useState } from 'react';
import { selected, type Span } from './zoom.ts';

/** Which part of their time graphs show, and how that changes. */
export interface Zoom {
  /** undefined where they show all of it. */
  readonly span: Span | undefined;
  /** All of their time; undefined until a part is shown. */
  readonly whole: Span | undefined;
  /** Shows a part of what is there. */
  readonly show: (span: Span, whole: Span) => void;
  readonly reset: () => void;
}

/** Another range is shown as a whole. */
export function useZoom(range: MetricRange): Zoom {
  const [zoomed, setZoomed] = useState<{ range: MetricRange; span: Span; whole: Span }>();
  const current = zoomed?.range === range ? zoomed : undefined;
  return {
    span: current?.span,
    whole: current?.whole,
    show: (span, whole) => setZoomed({ range, span: selected(span, whole), whole }),
    reset: () => setZoomed(undefined),
  };
}
