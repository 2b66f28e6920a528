import { regions, regionSchema, type RegionSpec } from '@gpulease/crds';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { isOtherReference, referenceFault } from '../catalogue/references.ts';
import { WorkloadReferences } from '../catalogue/object-counts.ts';
import { overheadRatioOf } from '../kubevirt/configuration.ts';
import { nodePortUse, nodePortsOf } from '../node-port-use.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { missingClasses } from './classes.ts';
import { assessRegion, type RegionFacts } from './status.ts';

/** Creates a controller that sums each region's nodes, GPUs and workloads. */
export function createRegionController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const controller: Controller = createCatalogueController(operator, {
    name: 'region',
    definition: regions,
    schema: regionSchema,
    informer: caches.regions,
    assess: ({ metadata: { name }, spec }) =>
      assessRegion(placement.placer, {
        nodes: placement.placer.nodesIn(name),
        workloads: workloads.of(name),
        nodePorts: nodePortsIn(operator, spec),
        kubeVirt: caches.kubeVirt(),
        networkPolicies: operator.networkCheck.condition(),
        unusableModels: unusableModels(caches),
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
  watchCluster(operator, () => caches.regions.store.list().forEach(({ metadata }) => enqueue(metadata.name)));
  return controller;
}

function unusableModels({ gpus }: Caches): Set<string> {
  const unusable = gpus.store.list().filter((gpu) => referenceFault('GPU', gpu.metadata.name, gpu));
  return new Set(unusable.map(({ metadata }) => metadata.name));
}

/** Regions with load balancers need no node ports. */
function nodePortsIn({ nodePorts, caches }: Operator, { exposure }: RegionSpec): RegionFacts['nodePorts'] {
  if (exposure.type !== 'NodePort') return undefined;
  const { free } = nodePortUse(nodePorts, caches.services.informer.store.list());
  return { ...nodePorts, free };
}

/** Watches what all regions share, because they are in one cluster. */
function watchCluster({ caches, networkCheck }: Operator, addAll: () => void): void {
  caches.gpus.onChange((_, before, after) => {
    if (isOtherReference(before, after)) addAll();
  });
  caches.services.informer.onChange((_, before, after) => {
    if (nodePortsOf(before) !== nodePortsOf(after)) addAll();
  });
  caches.kubeVirts.onChange((_, before, after) => {
    if (overheadRatioOf(before) !== overheadRatioOf(after)) addAll();
  });
  // A class that is added, removed or made the default may be one that a region needs.
  caches.storageClasses.onChange(addAll);
  caches.ingressClasses.onChange(addAll);
  networkCheck.onChecked(addAll);
}
