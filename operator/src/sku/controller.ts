import { skus } from '@gpulease/crds';
import type { SKU } from '@gpulease/crds';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { Tally } from '../catalogue/tally.ts';
import { WorkloadReferences } from '../catalogue/workload-references.ts';
import type { Operator } from '../operator.ts';
import type { NodeCapacity } from '../placement/capacity.ts';
import { supplyOf, supplyShrinksAt } from '../placement/usage.ts';
import type { Controller, Requeue } from '../runtime/controller.ts';
import { sizeOf } from '../placement/workload-allocation.ts';
import { assessSku } from './status.ts';
import type { SkuFacts } from './status.ts';

/** Says how many of each SKU can be had where, and how many are in use. */
export function createSkuController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const controller = createCatalogueController(operator, {
    name: 'sku',
    definition: skus,
    informer: caches.skus,
    act: (sku) => Promise.resolve(lookAgain(operator, sku)),
    assess: (sku) =>
      assessSku({
        availability: availabilityOf(operator, sku),
        nodes: nodeCount.of(sku.metadata.name),
        workloads: workloads.of(sku.metadata.name),
        missing: missingReferences(caches, sku),
      }),
  });
  const enqueue = enqueueDebounced(controller);
  const changed = onReferences(controller);
  const nodeCount = new Tally(caches.computeNodes, ({ spec }) => spec.skus, changed);
  const workloads = new WorkloadReferences(caches, ({ spec }) => spec.sku, changed);
  const addSkusOf = (computeNode: string): void => {
    for (const sku of caches.computeNodes.store.get({ name: computeNode })?.spec.skus ?? []) enqueue(sku);
  };
  caches.computeNodes.onChange((_, before) => {
    for (const sku of before?.spec.skus ?? []) enqueue(sku);
  });
  placement.onUse(addSkusOf);
  placement.onNode(addSkusOf);
  watchReferences(caches, enqueue);
  return controller;
}

function availabilityOf(operator: Operator, sku: SKU): SkuFacts['availability'] {
  const { placer } = operator.placement;
  return [...Map.groupBy(offering(operator, sku), ({ region }) => region)]
    .map(([region, nodes]) => ({ region, ...supplyOf(placer, nodes, sizeOf(sku)) }))
    .sort((a, b) => (a.region < b.region ? -1 : 1));
}

/** The nodes that may run the SKU. */
function offering({ caches, placement: { placer } }: Operator, sku: SKU): NodeCapacity[] {
  return caches.computeNodes.store
    .byIndex('sku', sku.metadata.name)
    .flatMap(({ metadata }) => placer.node(metadata.name) ?? [])
    .filter(({ gpuModel }) => sku.spec.gpu === undefined || gpuModel === sku.spec.gpu.model);
}

function lookAgain(operator: Operator, sku: SKU): Requeue | undefined {
  const { placer } = operator.placement;
  const at = supplyShrinksAt(placer, offering(operator, sku));
  return at && { afterMs: at.getTime() - placer.timing.now };
}

function missingReferences(caches: Caches, { spec }: SKU): string[] {
  const policies = spec.pricing.filter((name) => caches.policies.store.get({ name }) === undefined);
  const models = spec.gpu === undefined ? [] : [spec.gpu.model];
  const gpus = models.filter((name) => caches.gpus.store.get({ name }) === undefined);
  return [...gpus.map((name) => `GPU ${name}`), ...policies.map((name) => `PricingPolicy ${name}`)];
}

/** Whether a reference leads anywhere changes only when what it names comes or goes. */
function watchReferences(caches: Caches, enqueue: (sku: string) => void): void {
  const addBy = (index: 'gpuModel' | 'policy', name: string): void => {
    for (const { metadata } of caches.skus.store.byIndex(index, name)) enqueue(metadata.name);
  };
  caches.gpus.onChange((name, before, after) => {
    if (before === undefined || after === undefined) addBy('gpuModel', name);
  });
  caches.policies.onChange((name, before, after) => {
    if (before === undefined || after === undefined) addBy('policy', name);
  });
}
