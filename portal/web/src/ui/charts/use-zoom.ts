import type { MetricRange } from '@gpulease/contract/enums';
import { useState } from 'react';
import { selected, type Span } from './zoom.ts';

/** The zoom of graphs. Changing the range resets it. */
export function useZoom(range: MetricRange) {
  const [zoomed, setZoomed] = useState<{ range: MetricRange; span: Span; whole: Span }>();
  const current = zoomed?.range === range ? zoomed : undefined;
  return {
    /** The shown span; undefined without a zoom. */
    span: current?.span,
    /** The full span; undefined without a zoom. */
    whole: current?.whole,
    show: (span: Span, whole: Span) => setZoomed({ range, span: selected(span, whole), whole }),
    reset: () => setZoomed(undefined),
  };
}

export type Zoom = ReturnType<typeof useZoom>;
