/** Reads the metrics of one workload, and the gauges of several. */
import type { WorkloadGauges } from '@gpulease/contract/workload-gauges';
import type { WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { Workload } from '@gpulease/crds';
import type { Clock } from '../../clock.ts';
import type { FleetGauges } from './fleet-gauges.ts';
import { gaugedMachine } from './gauges.ts';
import type { MachineGauges } from './machine-gauges.ts';
import type { MachineMetrics } from './machine-metrics.ts';
import { measuredMachine } from './queries.ts';
import { windowOf, type RequestedRange } from './window.ts';

export interface MetricsServices {
  readonly clock: Clock;
  /** Undefined if the platform has no source of metrics. */
  readonly metrics: MachineMetrics | undefined;
  readonly gauges: MachineGauges | undefined;
  readonly fleetGauges: FleetGauges | undefined;
}

/** Returns quickly and without an error, even if the source fails. */
export async function readMetrics(
  { clock, metrics }: MetricsServices,
  workload: Workload,
  asked: RequestedRange,
): Promise<WorkloadMetrics> {
  if (metrics === undefined) return { available: false, reason: 'NOT_CONFIGURED' };
  const machine = measuredMachine(workload);
  if (machine === undefined) return { available: false, reason: 'NEVER_RAN' };
  const createdAt = new Date(workload.metadata.creationTimestamp ?? 0);
  return metrics.read(machine, windowOf(asked, createdAt, clock.now()));
}

/** Returns the gauges of running machines with GPUs; also quickly and without an error. */
export async function readGauges(
  { gauges }: Pick<MetricsServices, 'gauges'>,
  workloads: readonly Workload[],
): Promise<WorkloadGauges> {
  if (gauges === undefined) return { available: false, reason: 'NOT_CONFIGURED' };
  return gauges.read(workloads.flatMap((workload) => gaugedMachine(workload) ?? []));
}
