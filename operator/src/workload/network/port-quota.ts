import { mappedPorts, portQuotaOf, type Tenant, type Workload } from '@gpulease/crds';
import { seniority } from '@gpulease/kube';
import type { Cause } from '../causes/cause.ts';
import { portQuotaExceeded } from '../causes/causes.ts';

/**
 * Why the workload's mapped ports are more than its tenant may have; those of workloads that were there before it come
 * first, so that of two that want the last port it is clear who gets it. `listAll` gives the tenant's workloads.
 */
export function exceededPortQuota(
  workload: Workload,
  tenant: Tenant | undefined,
  listAll: () => readonly Workload[],
): Cause | undefined {
  const wanted = mappedPorts([workload]);
  if (wanted === 0) return undefined;
  const used = mappedPorts(listAll().filter((other) => seniority(other, 'uid') < seniority(workload, 'uid')));
  const quota = portQuotaOf(tenant);
  return used + wanted > quota ? portQuotaExceeded({ quota, used, wanted }) : undefined;
}
