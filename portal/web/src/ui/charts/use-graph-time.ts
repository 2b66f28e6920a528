import { metricRanges, type MetricRange } from '@gpulease/contract/enums';
import { useUrlParameter } from '../use-url-parameter.ts';
import { useZoom, type Zoom } from './use-zoom.ts';

/** Which time the graphs of a page show: how far back, and a part of that. */
export interface GraphTime {
  readonly range: MetricRange;
  readonly setRange: (range: MetricRange) => void;
  readonly zoom: Zoom;
}

/** The range is in the URL. */
export function useGraphTime(initial: MetricRange): GraphTime {
  const [named, setRange] = useUrlParameter('range');
  const range = metricRanges.find((name) => name === named) ?? initial;
  return { range, setRange, zoom: useZoom(range) };
}
