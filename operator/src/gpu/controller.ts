import { gpus, gpuSchema, type GPU } from '@gpulease/crds';
import { byRank, seniority } from '@gpulease/kube';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { ObjectCounts } from '../catalogue/object-counts.ts';
import type { Operator } from '../operator.ts';
import { gpuUsage } from '@gpulease/placement/node-usage';
import type { Controller } from '../runtime/controller.ts';
import { assessGpu } from './status.ts';

/** Creates a controller that counts the GPUs of each model and checks whether KubeVirt permits them. */
export function createGpuController(operator: Operator): Controller {
  const { caches, placement } = operator;
  const nodesWith = (model: string) => caches.computeNodes.store.byIndex('gpuModel', model);
  const controller: Controller = createCatalogueController(operator, {
    name: 'gpu',
    definition: gpus,
    schema: gpuSchema,
    informer: caches.gpus,
    assess: (gpu) => {
      const nodes = nodesWith(gpu.metadata.name);
      const known = nodes.flatMap(({ metadata }) => placement.placer.node(metadata.name) ?? []);
      return assessGpu(gpu, {
        gpus: gpuUsage(placement.placer, known),
        nodes: nodes.length,
        skus: skuCount.of(gpu.metadata.name),
        kubeVirt: caches.kubeVirt(),
        namesake: olderNamesake(gpu, caches.gpus.store.byIndex('device', gpu.spec.deviceName)),
      });
    },
  });
  const enqueue = enqueueDebounced(controller);
  const addModelOf = (computeNode: string): void => {
    const model = caches.computeNodes.store.get({ name: computeNode })?.spec.resources.gpus?.model;
    if (model !== undefined) enqueue(model);
  };
  const skuCount = new ObjectCounts(
    caches.skus,
    ({ spec }) => (spec.gpu === undefined ? [] : [spec.gpu.model]),
    onReferences(controller),
  );
  placement.onUse(addModelOf);
  placement.onNode(addModelOf);
  caches.computeNodes.onChange((_, before) => {
    if (before?.spec.resources.gpus !== undefined) enqueue(before.spec.resources.gpus.model);
  });
  caches.gpus.onChange((_, before, after) => {
    if (before?.spec.deviceName === after?.spec.deviceName) return;
    for (const device of [before, after].flatMap((gpu) => gpu?.spec.deviceName ?? []))
      for (const { metadata } of caches.gpus.store.byIndex('device', device)) enqueue(metadata.name);
  });
  caches.kubeVirts.onChange(() => {
    for (const { metadata } of caches.gpus.store.list()) enqueue(metadata.name);
  });
  return controller;
}

/** Returns the oldest GPU object with the same device, which owns it, unless that is this one. */
function olderNamesake(gpu: GPU, sameDevice: readonly GPU[]): string | undefined {
  const [first] = [...sameDevice].sort(byRank((one) => seniority(one, 'name')));
  return first === undefined || first.metadata.name === gpu.metadata.name ? undefined : first.metadata.name;
}
