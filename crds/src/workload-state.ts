/** State derived from a Workload's spec and status. */
import type { Run, Workload, WorkloadPhase } from './v1alpha1/workload.ts';
import type { Tenant } from './v1alpha1/tenant.ts';

/** Returns the phase; a workload that the operator has not reconciled yet is Pending. */
export function phaseOf({ status }: Pick<Workload, 'status'>): WorkloadPhase {
  return status?.phase ?? 'Pending';
}

/** Returns the current run. */
export function openRunOf(runs: readonly Run[] = []): Run | undefined {
  return runs.find((run) => run.stoppedAt === undefined);
}

/** Whether a machine is stopped for planned maintenance and restarts automatically after it. */
export function waitsForMaintenance({ status }: Pick<Workload, 'status'>): boolean {
  return status?.halt?.resume === 'Automatic';
}

/**
 * Returns the time of a requested restart, or start after a halt, that is not carried out: a `spec.restartedAt` newer than
 * the one in the status. If that lies in the future (a typo, a fast clock), any different value counts as newer.
 */
export function restartAskedAt(
  { spec, status }: Pick<Workload, 'spec' | 'status'>,
  now: Date,
): Date | undefined {
  if (spec.restartedAt === undefined) return undefined;
  const asked = new Date(spec.restartedAt);
  if (status?.restartedAt === undefined) return asked;
  const done = new Date(status.restartedAt);
  const isNew = done > now ? asked.getTime() !== done.getTime() : asked > done;
  return isNew ? asked : undefined;
}

/** The default limit of mapped ports per tenant. */
export const DEFAULT_PORT_QUOTA = 32;

/** Counts the ports that the workloads expose, except those for SSH and RDP. */
export function mappedPorts(workloads: readonly (Pick<Workload, 'spec'> | undefined)[]): number {
  return workloads.reduce((sum, workload) => sum + (workload?.spec.ports?.length ?? 0), 0);
}

/** Returns the limit of mapped ports of a tenant. */
export function portQuotaOf(tenant: Pick<Tenant, 'spec'> | undefined): number {
  return tenant?.spec.quota?.ports ?? DEFAULT_PORT_QUOTA;
}
