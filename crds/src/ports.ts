import type { Tenant } from './v1alpha1/tenant.ts';
import type { Workload } from './v1alpha1/workload.ts';

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
