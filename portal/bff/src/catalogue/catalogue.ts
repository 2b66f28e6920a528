/** The shared, live copies of the catalogue's custom resources. */
import {
  computeNodes,
  gpus,
  pricingPolicies,
  regions,
  skus,
  tenants,
  vmImages,
  type ComputeNode,
  type GPU,
  type PricingPolicy,
  type Region,
  type SKU,
  type Tenant,
  type VMImage,
} from '@gpulease/crds';
import { startInformer, type Cluster, type Informer, type Logger } from '@gpulease/kube';

/** Every kind as last seen. */
export interface Catalogue {
  readonly regions: Informer<Region>;
  readonly nodes: Informer<ComputeNode>;
  readonly gpus: Informer<GPU>;
  readonly skus: Informer<SKU>;
  readonly images: Informer<VMImage>;
  readonly pricingPolicies: Informer<PricingPolicy>;
  readonly tenants: Informer<Tenant>;
}

/** Begins to watch the catalogue; wait for `catalogueSynced` before you answer from it. */
export function startCatalogue(cluster: Cluster, logger: Logger): Catalogue {
  // What operators may edit says in lists, too, whether it comes from Git.
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
