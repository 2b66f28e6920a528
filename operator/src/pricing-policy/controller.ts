import { pricingPolicies } from '@gpulease/crds';
import { createCatalogueController, soon } from '../catalogue/controller.ts';
import { Tally } from '../catalogue/tally.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';

/** Counts the SKUs that can be ordered under each pricing policy. */
export function createPricingPolicyController(operator: Operator): Controller {
  const { caches } = operator;
  const controller = createCatalogueController(operator, {
    name: 'pricing-policy',
    definition: pricingPolicies,
    informer: caches.policies,
    assess: ({ metadata }) => {
      const skus = skuCount.of(metadata.name);
      return { fields: { skus }, conditions: [], references: skus + workloadCount.of(metadata.name) };
    },
  });
  const addSoon = soon(controller);
  const skuCount = new Tally(caches.skus, ({ spec }) => spec.pricing, addSoon);
  const workloadCount = new Tally(caches.workloads.informer, ({ spec }) => [spec.pricing.policy], addSoon);
  return controller;
}
