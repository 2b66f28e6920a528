/** Reads the errors of GPUs from the source's answers. Pure. */
import type { GpuErrorKind } from '@gpulease/contract/enums';
import type { GpuError } from '@gpulease/contract/workload-metrics';
import type { MatrixSeries } from './matrix.ts';
import type { MetricsWindow } from './window.ts';

/** A guest may report any number. */
const MOST = 1_000_000_000;

/** Returns the last error of a kind for each GPU. */
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
