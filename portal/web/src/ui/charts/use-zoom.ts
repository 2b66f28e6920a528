import type { MetricRange } from '@gpulease/contract/enums';
import { useState } from 'react';
import { selected, type Span } from './zoom.ts';

/** Which part of their time graphs show, and how that changes. Another range is shown as a whole. */
export function useZoom(range: MetricRange) {
  const [zoomed, setZoomed] = useState<{ range: MetricRange; span: Span; whole: Span }>();
  const current = zoomed?.range === range ? zoomed : undefined;
  return {
    /** undefined where they show all of it. */
    span: current?.span,
    /** All of their time; undefined until a part is shown. */
    whole: current?.whole,
    show: (span: Span, whole: Span) => setZoomed({ range, span: selected(span, whole), whole }),
    reset: () => setZoomed(undefined),
  };
}

export type Zoom = ReturnType<typeof useZoom>;
