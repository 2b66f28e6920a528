import { pricingPolicies, pricingPolicySchema } from '@gpulease/crds';
import { createCatalogueController, onReferences } from '../catalogue/controller.ts';
import { ObjectCounts, WorkloadReferences } from '../catalogue/object-counts.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { priceReadiness } from './status.ts';

/** Creates a controller that counts the SKUs that name each pricing policy and the workloads ordered under it. */
export function createPricingPolicyController(operator: Operator): Controller {
  const { caches } = operator;
  const controller = createCatalogueController(operator, {
    name: 'pricing-policy',
    definition: pricingPolicies,
    schema: pricingPolicySchema,
    informer: caches.policies,
    assess: ({ metadata, spec }) => {
      const skus = skuCount.of(metadata.name);
      const { naming, needing } = workloads.of(metadata.name);
      return {
        fields: { skus, workloads: naming },
        conditions: [priceReadiness(spec)],
        references: skus + needing,
      };
    },
  });
  const changed = onReferences(controller);
  const skuCount = new ObjectCounts(caches.skus, ({ spec }) => spec.pricing, changed);
  const workloads = new WorkloadReferences(caches, ({ spec }) => spec.pricing.policy, changed);
  return controller;
}
