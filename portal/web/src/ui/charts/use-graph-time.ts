import { metricRanges, type MetricRange } from '@gpulease/contract/enums';
import { useUrlParameter } from '../use-url-parameter.ts';
import { useZoom } from './use-zoom.ts';

/** The time range of a page's graphs, stored in the URL, and their zoom. */
export function useGraphTime(initial: MetricRange) {
  const [named, setRange] = useUrlParameter('range');
  const range = metricRanges.find((name) => name === named) ?? initial;
  return { range, setRange: (chosen: MetricRange) => setRange(chosen), zoom: useZoom(range) };
}

export type GraphTime = ReturnType<typeof useGraphTime>;
