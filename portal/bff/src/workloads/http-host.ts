/** Checks the host name under which a machine's web server is reached. */
import { tenantNamespace, type Workload, type WorkloadSpec } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { invalidFields } from '../http/product-error.ts';
import { byHost } from './sources.ts';

/**
 * Throws INVALID_ARGUMENT if the host is not under the region's domain or another workload in the cluster requests it. Of two
 * concurrent orders, the operator makes one wait.
 */
export function checkHost(
  { catalogue, workloads }: { readonly catalogue: Catalogue; readonly workloads: Informer<Workload> },
  { userId, name }: { userId: string; name: string },
  { region, http }: { readonly region: string; readonly http?: WorkloadSpec['http'] | null },
): void {
  if (!http) return;
  const domain = catalogue.regions.store.get({ name: region })?.spec.http?.domain;
  if (!domain || !http.host.endsWith(`.${domain}`)) throw invalidFields({ 'http.host': 'hostNotInRegion' });
  const namespace = tenantNamespace(userId);
  const isAnother = ({ metadata, status }: Workload) =>
    status?.phase !== 'Destroyed' && (metadata.namespace !== namespace || metadata.name !== name);
  if (workloads.store.byIndex(byHost, http.host).some(isAnother))
    throw invalidFields({ 'http.host': 'hostTaken' });
}
