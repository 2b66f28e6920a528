/** Shared informers of the catalogue's custom resources. */
import { computeNodes, gpus, pricingPolicies, regions, skus, tenants, vmImages } from '@gpulease/crds';
import { startInformer, type Cluster, type Informer, type Logger } from '@gpulease/kube';

/** Informers of all kinds. */
export type Catalogue = ReturnType<typeof startCatalogue>;

/** Starts to watch the catalogue; wait for `catalogueSynced` before reading it. */
export function startCatalogue(cluster: Cluster, logger: Logger) {
  // Lists of editable kinds also show whether an object is managed from Git.
  const edited = { logger, keepsManagers: true };
  return {
    regions: startInformer(cluster, regions, edited),
    nodes: startInformer(cluster, computeNodes, edited),
    gpus: startInformer(cluster, gpus, edited),
    skus: startInformer(cluster, skus, edited),
    images: startInformer(cluster, vmImages, edited),
    pricingPolicies: startInformer(cluster, pricingPolicies, edited),
    tenants: startInformer(cluster, tenants, { logger }),
  };
}

export async function catalogueSynced(catalogue: Catalogue): Promise<void> {
  await Promise.all(Object.values<Informer<unknown>>({ ...catalogue }).map(({ synced }) => synced));
}

export async function stopCatalogue(catalogue: Catalogue): Promise<void> {
  await Promise.all(Object.values<Informer<unknown>>({ ...catalogue }).map((informer) => informer.stop()));
}
