import { labels } from '@gpulease/crds';
import type { Labelled } from '../caches.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { GpuChecker } from './gpu-checker.ts';

/** Creates a controller that runs due checks of free GPUs and yields to customers. */
export function createGpuCheckController(operator: Operator): Controller {
  const { caches, placement, createController } = operator;
  const check = new GpuChecker(operator);
  const controller = createController({
    name: 'gpu-check',
    workers: 2,
    keys: () => [
      ...caches.computeNodes.store.list().map(({ metadata }) => metadata.name),
      ...caches.checkMachines.store.list().map(checkedNode),
    ],
    reconcile: (name) => check.reconcile(name),
  });
  const addNodeOf = (object: Labelled | undefined): void => {
    if (object !== undefined) controller.queue.add(checkedNode(object));
  };
  caches.computeNodes.onChange((name) => controller.queue.add(name));
  caches.checkMachines.onChange((_, before, after) => addNodeOf(after ?? before));
  caches.checkPods.onChange((_, before, after) => {
    if (after !== undefined) check.observe(after);
    addNodeOf(after ?? before);
  });
  placement.onUse((name) => controller.queue.add(name));
  return controller;
}

function checkedNode({ metadata }: Labelled): string {
  return metadata.labels?.[labels.check] ?? '';
}
