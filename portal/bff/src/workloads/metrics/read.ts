/** The metrics of one workload. */
import type { MetricRange } from '@gpulease/contract/enums';
import type { WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { Workload } from '@gpulease/crds';
import type { Clock } from '../../clock.ts';
import type { MachineMetrics } from './machine-metrics.ts';
import { measuredMachine } from './queries.ts';
import { windowOf } from './window.ts';

export interface MetricsServices {
  readonly clock: Clock;
  /** undefined where the platform has no source of metrics. */
  readonly metrics: MachineMetrics | undefined;
}

/** Answers quickly and without an error, whatever becomes of the source. */
export async function readMetrics(
  { clock, metrics }: MetricsServices,
  workload: Workload,
  range: MetricRange,
): Promise<WorkloadMetrics> {
  if (metrics === undefined) return { available: false, reason: 'NOT_CONFIGURED' };
  const machine = measuredMachine(workload);
  if (machine === undefined) return { available: false, reason: 'NEVER_RAN' };
  const createdAt = new Date(workload.metadata.creationTimestamp ?? 0);
  return metrics.read(machine, windowOf(range, createdAt, clock.now()));
}
