/** Checks how many ports a user maps. */
import { mappedPorts, portQuotaOf, tenantNamespace, type Workload, type WorkloadSpec } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ProductError } from '../http/product-error.ts';
import { byNamespace } from './sources.ts';

/** Throws QUOTA according to the cluster; of two concurrent orders, the operator makes the later one wait. */
export function checkPorts(
  { catalogue, workloads }: { readonly catalogue: Catalogue; readonly workloads: Informer<Workload> },
  { userId, name }: { userId: string; name: string },
  ports: WorkloadSpec['ports'],
): void {
  const wanted = ports?.length ?? 0;
  if (wanted === 0) return;
  const others = workloads.store
    .byIndex(byNamespace, tenantNamespace(userId))
    .filter(({ metadata }) => metadata.name !== name);
  const limit = portQuotaOf(catalogue.tenants.store.get({ name: userId }));
  const used = mappedPorts(others);
  if (used + wanted <= limit) return;
  const quota = { of: 'ports', limit, used, asked: wanted } as const;
  throw new ProductError('REQUEST_FAILED', { reason: 'QUOTA', quota });
}
