/** Which host name a machine's web server may be reached under. */
import { tenantNamespace, type Workload, type WorkloadSpec } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { invalidFields } from '../http/product-error.ts';
import { byHost } from './sources.ts';

export interface HostSources {
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
}

interface HostWish {
  readonly region: string;
  /** null and undefined ask for none. */
  readonly http?: WorkloadSpec['http'] | null;
}

/**
 * Throws INVALID_ARGUMENT if the host is not under the region's domain or another workload requests it. It checks the
 * cluster; of two concurrent orders the operator makes one wait.
 */
export function checkHost(
  { catalogue, workloads }: HostSources,
  { userId, name }: { userId: string; name: string },
  { region, http }: HostWish,
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
