/** Gathers from the live copies of the cluster what a machine's place is planned by. */
import type { Workload } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Planned } from './plan.ts';

interface Sources {
  readonly catalog: Catalog;
  readonly workloads: Informer<Workload>;
}

export function plannedFor({ catalog, workloads }: Sources, workload: Workload, now: Date): Planned {
  const { spec, status } = workload;
  const sku = catalog.skus.store.get({ name: spec.sku });
  const model = status?.resources?.gpu?.model ?? sku?.spec.gpu?.model;
  return {
    workload,
    region: catalog.regions.store.get({ name: spec.region }),
    sku,
    gpu: model === undefined ? undefined : catalog.gpus.store.get({ name: model }),
    image: catalog.images.store.get({ name: spec.image }),
    policy: policyOf(catalog, workload),
    nodes: catalog.nodes.store.list().filter((node) => node.spec.region === spec.region),
    workloads: workloads.store.list(),
    isSpot: (other) => policyOf(catalog, other)?.spec.mode === 'Spot',
    now,
  };
}

function policyOf({ pricingPolicies }: Catalog, { spec }: Workload) {
  return pricingPolicies.store.get({ name: spec.pricing.policy });
}
