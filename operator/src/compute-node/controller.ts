import { isDeepStrictEqual } from 'node:util';
import { annotations, computeNodes, computeNodeSchema, labels, plannedMaintenanceOf } from '@gpulease/crds';
import type { ComputeNode, Workload } from '@gpulease/crds';
import { nodes } from '@gpulease/kube';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences, enqueueDebounced } from '../catalogue/controller.ts';
import { isOtherReference } from '../catalogue/references.ts';
import type { Operator } from '../operator.ts';
import { coreNodeName, coreNodesOf } from '../core-node/core-node.ts';
import { haveSameDevices, seenDevices } from './devices.ts';
import { nodeViewOf } from './node-view.ts';
import type { Controller, Requeue } from '../runtime/controller.ts';
import { nodesChangedBy } from '../core-node/other-pods.ts';
import { referenceFaults } from './node-references.ts';
import { untilDaily } from './check-due.ts';
import { doStartsFail, regionsWithOtherShare } from './failed-starts.ts';
import { untilNextDay } from './reliability.ts';
import { settleCoreNode } from './reconcile.ts';
import { assessComputeNode } from './status.ts';
import { reportedSuspects } from './suspects.ts';

/** Creates a controller that compares ComputeNodes with the cluster's Nodes and cordons or uncordons those. */
export function createComputeNodeController(operator: Operator): Controller {
  const { caches, clock, placement, startOutcomes, gpuChecks, suspects } = operator;
  const nodeClient = operator.cluster.resource(nodes);
  const viewOf = (computeNode: ComputeNode, now: Date) =>
    nodeViewOf(caches, computeNode, { now, problemConditions: operator.nodeProblemConditions });
  /** Removes the marks of a ComputeNode from all Nodes except the one it names now. */
  const releaseNodes = async (name: string, except?: string): Promise<void> => {
    const marked = caches.nodes.store.byIndex('computeNode', name);
    const former = marked.filter(({ metadata }) => metadata.name !== except);
    await Promise.all(former.map((node) => settleCoreNode(nodeClient, node, undefined, clock.now())));
  };
  const controller = createCatalogueController(operator, {
    name: 'compute-node',
    definition: computeNodes,
    schema: computeNodeSchema,
    informer: caches.computeNodes,
    act: async (computeNode) => {
      await releaseNodes(computeNode.metadata.name, coreNodeName(computeNode));
      const now = clock.now();
      const { node } = viewOf(computeNode, now);
      if (node !== undefined) await settleCoreNode(nodeClient, node, computeNode, now);
      return untilNextReconcile(computeNode, now);
    },
    afterDeletion: async (name) => {
      for (const learned of [startOutcomes, gpuChecks, suspects]) learned.drop(name);
      await releaseNodes(name);
    },
    leftBehind: () =>
      caches.nodes.store.list().flatMap(({ metadata }) => metadata.labels?.[labels.computeNode] ?? []),
    assess: (computeNode, now) => {
      const { name } = computeNode.metadata;
      const outcomes = startOutcomes.on(name);
      const checks = gpuChecks.on(name);
      const suspected = suspects.on(name);
      const view = viewOf(computeNode, now);
      const assessment = assessComputeNode(view, {
        allocations: placement.placer.occupancyOf(name).allocations(),
        lastStopAt: lastStopOn(caches, computeNode),
        faults: referenceFaults(computeNode, {
          region: (region) => caches.regions.store.get({ name: region }),
          gpu: (gpu) => caches.gpus.store.get({ name: gpu }),
          sku: (sku) => caches.skus.store.get({ name: sku }),
        }),
        outcomes,
        checks,
        suspects: [...suspected, ...reportedSuspects(caches.workloadsBy('node', name))],
        gpuCheck: caches.regions.store.get({ name: computeNode.spec.region })?.spec.gpuCheck,
        devices:
          view.node && seenDevices(caches.pods.store.byIndex('node', view.node.metadata.name), view.gpu),
      });
      const written = (): void => {
        startOutcomes.drop(name, outcomes);
        gpuChecks.drop(name, checks);
        suspects.drop(name, suspected);
      };
      return { ...assessment, written };
    },
  });
  watchReferences(operator, controller);
  return controller;
}

/** Returns the time until planned maintenance begins or ends, a day of reliability expires or a daily check is due. */
function untilNextReconcile(computeNode: ComputeNode, now: Date): Requeue | undefined {
  const waits = [
    untilMaintenance(computeNode, now),
    computeNode.status?.reliability && untilNextDay(now),
    untilDaily(computeNode, now),
  ].filter((wait): wait is number => wait !== undefined && wait >= 0);
  return waits.length === 0 ? undefined : { afterMs: Math.min(...waits) };
}

/** Returns the milliseconds until the notice of planned maintenance begins or, after that, until the maintenance ends. */
function untilMaintenance({ spec }: ComputeNode, now: Date): number | undefined {
  const planned = plannedMaintenanceOf(spec, now);
  return planned && (now < planned.noticeAt ? planned.noticeAt : planned.endTime).getTime() - now.getTime();
}

/** Returns when the last of the node's machines with notice from the platform is stopped; RFC 3339. */
function lastStopOn(caches: Caches, { metadata }: ComputeNode): string | undefined {
  const stops = caches.workloadsBy('node', metadata.name).flatMap((workload) => stopAt(workload) ?? []);
  return stops.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}

function stopAt(workload: Workload | undefined): string | undefined {
  const { interruption } = workload?.status ?? {};
  return interruption?.reason === 'Schedule' ? undefined : interruption?.stopAt;
}

function reportedAt(workload: Workload | undefined): string | undefined {
  return workload?.metadata.annotations?.[annotations.gpuReportedAt];
}

/** Requeues a ComputeNode when an object that it is compared with changes. */
function watchReferences(
  { caches, placement, startOutcomes, gpuChecks, suspects }: Operator,
  controller: Controller,
): void {
  const enqueue = enqueueDebounced(controller);
  const addNaming = (node: string, except?: string): void => {
    const names = caches.computeNodes.store.byIndex('node', node).map(({ metadata }) => metadata.name);
    for (const name of names) if (name !== except) enqueue(name);
  };
  const addBy = (index: 'region' | 'sku' | 'gpuModel', value: string): void => {
    for (const { metadata } of caches.computeNodes.store.byIndex(index, value)) enqueue(metadata.name);
  };
  const addFailing = (region: string): void => {
    const failing = caches.computeNodes.store.byIndex('region', region).filter(doStartsFail);
    for (const { metadata } of failing) enqueue(metadata.name);
  };
  caches.nodes.onChange((node, _, after) => {
    addNaming(node);
    const marked = after?.metadata.labels?.[labels.computeNode];
    if (marked !== undefined) enqueue(marked);
  });
  // A change of one may decide which of several represents a Node.
  caches.computeNodes.onChange((name, before, after) => {
    for (const node of coreNodesOf(before, after)) addNaming(node, name);
    regionsWithOtherShare(before, after).forEach(addFailing);
  });
  for (const learned of [startOutcomes, gpuChecks, suspects])
    learned.onAdd((name) => controller.queue.add(name));
  caches.gpus.onChange((model, before, after) => {
    if (before?.spec.deviceName !== after?.spec.deviceName || isOtherReference(before, after))
      addBy('gpuModel', model);
  });
  caches.skus.onChange((sku, before, after) => {
    if (before === undefined || after === undefined) addBy('sku', sku);
    else if (before.spec.gpu?.model !== after.spec.gpu?.model) addBy('sku', sku);
  });
  caches.regions.onChange((region, before, after) => {
    if (before === undefined || after === undefined) addBy('region', region);
    else if (!isDeepStrictEqual(before.spec.gpuCheck, after.spec.gpuCheck)) addBy('region', region);
  });
  caches.otherPods.onChange((_, before, after) => {
    for (const node of nodesChangedBy(before, after)) addNaming(node);
  });
  caches.pods.onChange((_, before, after) => {
    const node = (after ?? before)?.spec?.nodeName;
    if (node !== undefined && !haveSameDevices(before, after)) addNaming(node);
  });
  caches.workloads.informer.onChange((_, before, after) => {
    const node = (after ?? before)?.status?.placed?.node;
    if (node === undefined) return;
    if (stopAt(before) !== stopAt(after) || reportedAt(before) !== reportedAt(after)) enqueue(node);
  });
  const changed = onReferences(controller);
  placement.onUse((name) => changed(name, placement.placer.occupancyOf(name).allocations().length));
}
