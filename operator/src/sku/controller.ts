import { MAX_SKU_QUANTITY, skus, skuSchema, type SKU } from '@gpulease/crds';
import { sizeOf } from '@gpulease/placement/workload-allocation';
import type { Caches } from '../caches.ts';
import { createCatalogueController, enqueueDebounced, onReferences } from '../catalogue/controller.ts';
import { isOtherReference, referenceFault } from '../catalogue/references.ts';
import { ObjectCounts, WorkloadReferences } from '../catalogue/object-counts.ts';
import { overheadRatioOf } from '../kubevirt/configuration.ts';
import type { Operator } from '../operator.ts';
import { Supplies, type SkuSize } from '@gpulease/placement/supplies';
import type { Controller, Requeue } from '../runtime/controller.ts';
import { assessSku, type SkuFaults } from './status.ts';

/** Creates a controller that writes how many of each SKU are available in each region and how many are in use. */
export function createSkuController(operator: Operator): Controller {
  const { caches } = operator;
  const { placer } = operator.placement;
  const supplies = new Supplies(placer);
  const sizeOfSku = (sku: SKU): SkuSize => sizesOf(sku, overheadRatioOf(caches.kubeVirt()));
  const lookAgain = (sku: SKU): Requeue | undefined => {
    const at = supplies.changesAt(sku.metadata.name, sizeOfSku(sku));
    return at && { afterMs: at.getTime() - placer.timing.now };
  };
  const controller = createCatalogueController(operator, {
    name: 'sku',
    definition: skus,
    schema: skuSchema,
    informer: caches.skus,
    act: (sku) => Promise.resolve(lookAgain(sku)),
    assess: (sku) =>
      assessSku({
        availability: supplies.of(sku.metadata.name, sizeOfSku(sku)),
        nodes: nodeCount.of(sku.metadata.name),
        workloads: workloads.of(sku.metadata.name),
        faults: faultsOf(caches, sku),
      }),
  });
  const enqueue = enqueueDebounced(controller);
  const changed = onReferences(controller);
  const nodeCount = new ObjectCounts(caches.computeNodes, ({ spec }) => spec.skus, changed);
  const workloads = new WorkloadReferences(caches, ({ spec }) => spec.sku, changed);
  placer.onNodeChange((_, offered) => offered.forEach(enqueue));
  caches.skus.onChange((name, _, after) => {
    if (after === undefined) supplies.forget(name);
  });
  watchReferences(caches, enqueue);
  return controller;
}

function sizesOf(sku: SKU, overheadRatio: number): SkuSize {
  const size = (quantity: number) => sizeOf(sku, quantity, overheadRatio);
  const more = Array.from({ length: MAX_SKU_QUANTITY - 1 }, (_, index) => size(index + 2));
  return { gpuModel: sku.spec.gpu?.model, amounts: [size(1), ...more] };
}

/** Requeues a SKU when an object that it depends on is created or deleted, or its fault changes. */
function watchReferences(caches: Caches, enqueue: (sku: string) => void): void {
  const { computeNodes, gpus, kubeVirts, policies, regions, skus } = caches;
  const addBy = (index: 'gpuModel' | 'policy', name: string): void => {
    for (const { metadata } of skus.store.byIndex(index, name)) enqueue(metadata.name);
  };
  gpus.onChange((name, before, after) => {
    if (isOtherReference(before, after)) addBy('gpuModel', name);
  });
  policies.onChange((name, before, after) => {
    if (isOtherReference(before, after)) addBy('policy', name);
  });
  kubeVirts.onChange((_, before, after) => {
    if (overheadRatioOf(before) === overheadRatioOf(after)) return;
    for (const { metadata } of skus.store.list()) enqueue(metadata.name);
  });
  regions.onChange((name, before, after) => {
    if (!isOtherReference(before, after)) return;
    for (const { spec } of computeNodes.store.byIndex('region', name)) spec.skus.forEach(enqueue);
  });
}

type Named = Pick<Caches, 'computeNodes' | 'gpus' | 'policies' | 'regions'>;

/** Returns the faults that prevent the sale of a SKU. */
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
