/** Gathers what a placement depends on from the live copies of the cluster. */
import type { Workload } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Planned } from './plan.ts';

interface Sources {
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
}

export function plannedFor({ catalogue, workloads }: Sources, workload: Workload, now: Date): Planned {
  const { spec, status } = workload;
  const sku = catalogue.skus.store.get({ name: spec.sku });
  const model = status?.resources?.gpu?.model ?? sku?.spec.gpu?.model;
  return {
    workload,
    region: catalogue.regions.store.get({ name: spec.region }),
    sku,
    gpu: model === undefined ? undefined : catalogue.gpus.store.get({ name: model }),
    image: catalogue.images.store.get({ name: spec.image }),
    policy: policyOf(catalogue, workload),
    nodes: catalogue.nodes.store.list().filter((node) => node.spec.region === spec.region),
    workloads: workloads.store.list(),
    isSpot: (other) => policyOf(catalogue, other)?.spec.mode === 'Spot',
    now,
  };
}

function policyOf({ pricingPolicies }: Catalogue, { spec }: Workload) {
  return pricingPolicies.store.get({ name: spec.pricing.policy });
}
