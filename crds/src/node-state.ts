import { DEFAULT_MAINTENANCE_NOTICE_SECONDS } from './names.ts';
import type { ComputeNode, ComputeNodeSpec } from './v1alpha1/compute-node.ts';

/** Maintenance of a node that is planned for a time or, with both ends given, goes on now. */
interface PlannedMaintenance {
  /** From when the node is in maintenance and customers have their notice. */
  noticeAt: Date;
  /** When the machines are stopped. */
  startTime: Date;
  endTime: Date;
  reason: string;
  /** Automatic: the machines that it stops start by themselves when it is over. */
  resume: 'Automatic' | 'Manual';
}

/** The planned maintenance of a node that is not over. */
export function plannedMaintenanceOf(
  { maintenance }: Pick<ComputeNodeSpec, 'maintenance'>,
  now: Date,
): PlannedMaintenance | undefined {
  if (maintenance?.startTime === undefined || maintenance.endTime === undefined) return undefined;
  const [startTime, endTime] = [new Date(maintenance.startTime), new Date(maintenance.endTime)];
  if (now >= endTime) return undefined;
  const { reason, noticeSeconds = DEFAULT_MAINTENANCE_NOTICE_SECONDS, resume = 'Automatic' } = maintenance;
  const noticeAt = new Date(startTime.getTime() - noticeSeconds * 1000);
  return { noticeAt, startTime, endTime, reason, resume };
}

/** What a node is now: what its spec says, or Maintenance while planned maintenance lasts. */
export function nodeStateAt(
  spec: Pick<ComputeNodeSpec, 'state' | 'maintenance'>,
  now: Date,
): ComputeNodeSpec['state'] {
  const planned = plannedMaintenanceOf(spec, now);
  return planned !== undefined && now >= planned.noticeAt ? 'Maintenance' : spec.state;
}

const MONTH_DAYS = 30;

/**
 * Faults of a node per GPU-month: how often one of its GPUs alone would fail like it in 30 days. Undefined where it has no GPU, or
 * the operator has not counted yet for how long its GPUs were there.
 */
export function faultsPerGpuMonth({
  spec,
  status,
}: Pick<ComputeNode, 'spec' | 'status'>): number | undefined {
  const { faults = 0, gpuDays = 0 } = status?.reliability ?? {};
  if (spec.resources.gpus === undefined) return undefined;
  if (faults === 0) return 0;
  return gpuDays === 0 ? undefined : (faults * MONTH_DAYS) / gpuDays;
}
