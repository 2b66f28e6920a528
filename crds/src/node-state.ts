import { DEFAULT_MAINTENANCE_NOTICE_SECONDS } from './names.ts';
import type { ComputeNode, ComputeNodeSpec } from './v1alpha1/compute-node.ts';

/** Planned maintenance of a node that is upcoming or in progress. */
interface PlannedMaintenance {
  /** When the node enters maintenance and customers get their notice. */
  noticeAt: Date;
  /** When the machines are stopped. */
  startTime: Date;
  endTime: Date;
  reason: string;
  /** Automatic: the machines that it stops restart automatically when it is over. */
  resume: 'Automatic' | 'Manual';
}

/** Returns the planned maintenance of a node unless it is over. */
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

/** Returns the current state of a node: Maintenance during planned maintenance, else that of its spec. */
export function nodeStateAt(
  spec: Pick<ComputeNodeSpec, 'state' | 'maintenance'>,
  now: Date,
): ComputeNodeSpec['state'] {
  const planned = plannedMaintenanceOf(spec, now);
  return planned !== undefined && now >= planned.noticeAt ? 'Maintenance' : spec.state;
}

const MONTH_DAYS = 30;

/**
 * Returns the faults of a node per GPU and 30 days. Undefined if it has no GPU, or the operator has not counted its GPU
 * days yet.
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
