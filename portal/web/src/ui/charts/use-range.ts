import { metricRanges, type MetricRange } from '@gpulease/contract/enums';
import { useSearchParams } from 'react-router-dom';

/** The URL parameter of the range. */
const RANGE = 'range';

/** How far back graphs go, which is in the URL. */
export function useRange(initial: MetricRange): [MetricRange, (range: MetricRange) => void] {
  const [params, setParams] = useSearchParams();
  const range = metricRanges.find((name) => name === params.get(RANGE)) ?? initial;
  const setRange = (next: MetricRange) =>
    setParams(
      (current) => {
        current.set(RANGE, next);
        return current;
      },
      { replace: true },
    );
  return [range, setRange];
}
