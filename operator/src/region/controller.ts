import { regions } from '@gpulease/crds';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { WorkloadReferences } from '../catalogue/workload-references.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { assessRegion } from './status.ts';

/** Sums up each region's nodes, GPUs and workloads. */
export function createRegionController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const controller: Controller = createCatalogueController(operator, {
    name: 'region',
    definition: regions,
    informer: caches.regions,
    assess: ({ metadata: { name } }) =>
      assessRegion(placement.placer, placement.placer.nodesIn(name), workloads.of(name)),
  });
  const enqueue = enqueueDebounced(controller);
  const workloads = new WorkloadReferences(caches, ({ spec }) => spec.region, onReferences(controller));
  const addRegionOf = (computeNode: string): void => {
    const region = caches.computeNodes.store.get({ name: computeNode })?.spec.region;
    if (region !== undefined) enqueue(region);
  };
  placement.onUse(addRegionOf);
  placement.onNode(addRegionOf);
  caches.computeNodes.onChange((_, before) => {
    if (before !== undefined) enqueue(before.spec.region);
  });
  return controller;
}
