/** The errors of GPUs from what the source answered. Pure. */
import type { GpuErrorKind } from '@gpulease/contract/enums';
import type { GpuError } from '@gpulease/contract/workload-metrics';
import type { MatrixSeries } from './matrix.ts';
import type { MetricsWindow } from './window.ts';

/** A guest may count as far as it likes. */
const MOST = 1_000_000_000;

/** Of each GPU the last of a kind. */
export function gpuErrorsOf(
  kind: GpuErrorKind,
  series: readonly MatrixSeries[],
  { startMs, stepMs }: MetricsWindow,
): GpuError[] {
  return series.flatMap(({ gpu, values }) => {
    const at = values.findLastIndex((value) => value !== null && value > 0);
    const value = values[at];
    if (gpu === undefined || value == null) return [];
    const time = new Date(startMs + at * stepMs).toISOString();
    return [{ kind, gpu, value: Math.min(Math.ceil(value), MOST), at: time }];
  });
}
