import type { SKU } from '@gpulease/crds';
import type { Caches } from '../caches.ts';
import { referenceFault } from '../catalogue/references.ts';
import type { SkuFaults } from './status.ts';

type Named = Pick<Caches, 'computeNodes' | 'gpus' | 'policies' | 'regions'>;

/** Faults that keep the SKU from being sold. */
export function faultsOf(caches: Named, { metadata, spec }: SKU): SkuFaults {
  const { computeNodes, gpus, policies, regions } = caches;
  const nodes = computeNodes.store.byIndex('sku', metadata.name);
  const places = [...new Set(nodes.map((node) => node.spec.region))].sort();
  const model = spec.gpu?.model;
  return {
    gpu: model === undefined ? undefined : referenceFault('GPU', model, gpus.store.get({ name: model })),
    prices: spec.pricing.map((name) => referenceFault('PricingPolicy', name, policies.store.get({ name }))),
    regions: places.flatMap((name) => referenceFault('Region', name, regions.store.get({ name })) ?? []),
  };
}
