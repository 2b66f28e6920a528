import { computeNodes } from '@gpulease/crds';
import { nodes } from '@gpulease/kube';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import type { Operator } from '../operator.ts';
import { coreNodesOf } from './core-node.ts';
import { nodeViewOf } from '../placement/sync.ts';
import type { Controller } from '../runtime/controller.ts';
import { settleCoreNode } from './reconcile.ts';
import { assessComputeNode } from './status.ts';

/** Compares ComputeNodes with the cluster's Nodes, and opens and closes those. */
export function createComputeNodeController(operator: Operator): Controller {
  const { caches, cluster, placement } = operator;
  const nodeClient = cluster.resource(nodes);
  const controller = createCatalogueController(operator, {
    name: 'compute-node',
    definition: computeNodes,
    informer: caches.computeNodes,
    act: (computeNode) => settleCoreNode(nodeViewOf(caches, computeNode), nodeClient),
    assess: (computeNode) =>
      assessComputeNode(
        nodeViewOf(caches, computeNode),
        placement.placer.allocationsOn(computeNode.metadata.name),
      ),
  });
  const enqueue = enqueueDebounced(controller);
  const addNaming = (node: string, except?: string): void => {
    const names = caches.computeNodes.store.byIndex('node', node).map(({ metadata }) => metadata.name);
    for (const name of names) if (name !== except) enqueue(name);
  };
  caches.nodes.onChange((node) => addNaming(node));
  // What becomes of one may decide which of several stands for a Node.
  caches.computeNodes.onChange((name, before, after) => {
    for (const node of coreNodesOf(before, after)) addNaming(node, name);
  });
  caches.gpus.onChange((model, before, after) => {
    if (before?.spec.deviceName === after?.spec.deviceName) return;
    for (const { metadata } of caches.computeNodes.store.byIndex('gpuModel', model)) enqueue(metadata.name);
  });
  const changed = onReferences(controller);
  placement.onUse((name) => changed(name, placement.placer.allocationsOn(name).length));
  return controller;
}
