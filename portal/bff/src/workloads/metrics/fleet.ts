/** Builds the fleet's graph from the source's answers. Pure. */
import type { FleetSeries } from '@gpulease/contract/enums';
import type { MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { MatrixSeries } from './matrix.ts';

/** An empty sum has no value: it is 0 wherever the operator is known to have counted. */
export function fleetSeriesOf(
  answers: ReadonlyMap<FleetSeries, readonly MatrixSeries[]>,
  points: number,
): MeasuredFleet['series'] {
  const nothing: MatrixSeries['values'] = Array.from({ length: points }, () => null);
  const lines = new Map([...answers].map(([of, series]) => [of, series[0]?.values ?? nothing]));
  const known = lines.get('TOTAL') ?? lines.get('IN_USE') ?? nothing;
  return [...lines].map(([of, values]) => ({
    of,
    values: values.map((value, at) => value ?? (of === 'BUSY' || known[at] == null ? null : 0)),
  }));
}
