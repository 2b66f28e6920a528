import { mappedPorts, portQuotaOf, type Tenant, type Workload } from '@gpulease/crds';
import { seniority } from '@gpulease/kube';
import type { Cause } from '../causes/cause.ts';
import { portQuotaExceeded } from '../causes/causes.ts';

/**
 * Returns why the workload's mapped ports exceed the tenant's quota. Ports of older workloads count first, so the last
 * port always goes to the older of two workloads. `listAll` returns the tenant's workloads.
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
