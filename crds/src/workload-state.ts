/** What a Workload's spec and status come to. */
import type { Run, Workload, WorkloadPhase } from './v1alpha1/workload.ts';
import type { Tenant } from './v1alpha1/tenant.ts';

/** A workload that the operator has not seen yet is Pending. */
export function phaseOf({ status }: Pick<Workload, 'status'>): WorkloadPhase {
  return status?.phase ?? 'Pending';
}

/** The run that is under way. */
export function openRunOf(runs: readonly Run[] = []): Run | undefined {
  return runs.find((run) => run.stoppedAt === undefined);
}

/** Whether planned maintenance has stopped a machine that starts by itself when the maintenance is over. */
export function waitsForMaintenance({ status }: Pick<Workload, 'status'>): boolean {
  return status?.halt?.resume === 'Automatic';
}

/**
 * The restart, or start after a halt, that was asked for and is not carried out: a `spec.restartedAt` newer than the one in
 * the status. Where that lies in the future (a slip, a fast clock) it is no measure for others, and any other value counts.
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

/** Ports that a tenant may map unless its quota says otherwise. */
export const DEFAULT_PORT_QUOTA = 32;

/** Ports that the workloads, as far as there are any, map to the outside, those to sign in at aside. */
export function mappedPorts(workloads: readonly (Pick<Workload, 'spec'> | undefined)[]): number {
  return workloads.reduce((sum, workload) => sum + (workload?.spec.ports?.length ?? 0), 0);
}

/** The most ports that a tenant may map. */
export function portQuotaOf(tenant: Pick<Tenant, 'spec'> | undefined): number {
  return tenant?.spec.quota?.ports ?? DEFAULT_PORT_QUOTA;
}
