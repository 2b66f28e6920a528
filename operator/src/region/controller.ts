import { regions } from '@gpulease/crds';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { WorkloadReferences } from '../catalogue/workload-references.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { missingClasses } from './classes.ts';
import { assessRegion } from './status.ts';

/** Sums up each region's nodes, GPUs and workloads. */
export function createRegionController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const controller: Controller = createCatalogueController(operator, {
    name: 'region',
    definition: regions,
    informer: caches.regions,
    assess: ({ metadata: { name }, spec }) =>
      assessRegion(placement.placer, {
        nodes: placement.placer.nodesIn(name),
        workloads: workloads.of(name),
        missing: missingClasses(spec, {
          storage: caches.storageClasses.store.list(),
          ingress: caches.ingressClasses.store.list(),
        }),
      }),
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
  watchClasses(caches, enqueue);
  return controller;
}

/** A class that comes, goes or becomes the default may be the one that a region names, or lacks. */
function watchClasses(caches: Caches, enqueue: (region: string) => void): void {
  const addAll = (): void => {
    for (const { metadata } of caches.regions.store.list()) enqueue(metadata.name);
  };
  caches.storageClasses.onChange(addAll);
  caches.ingressClasses.onChange(addAll);
}
