import { isDeepStrictEqual } from 'node:util';
import type { ComputeNode, Workload } from '@gpulease/crds';
import { objectKey, parseObjectKey } from '@gpulease/kube';
import type { Allocation, NodeCapacity } from '@gpulease/placement/capacity';
import { allocationOf } from '@gpulease/placement/workload-allocation';
import type { Caches } from '../caches.ts';
import type { Operator, Placement } from '../operator.ts';
import { coreNodesOf } from '../core-node/core-node.ts';
import { nodeCapacity } from '../compute-node/capacity.ts';
import { doStartsFail, regionsWithOtherShare } from '../compute-node/failed-starts.ts';
import { nodeViewOf } from '../compute-node/node-view.ts';
import { nodesChangedBy } from '../core-node/other-pods.ts';
import { overheadRatioOf } from '../kubevirt/configuration.ts';
import { Placer, type PlacerOptions } from '@gpulease/placement/placer';

/** Timing of Spot notices and drains, and the conditions that take nodes out of placement. */
type PlacementSettings = Omit<PlacerOptions, 'wake'> & Partial<Pick<Operator, 'nodeProblemConditions'>>;

/** Creates a placer that follows the caches. Call it before they sync, so that the placer is complete at its first use. */
export function syncPlacer(
  caches: Caches,
  { nodeProblemConditions, ...timing }: PlacementSettings,
): Placement {
  const wake = new Hook<[workload: string]>();
  const use = new Hook<[computeNode: string, namespace: string]>();
  const node = new Hook<[computeNode: string]>();
  const placer = new Placer({ wake: wake.tell, ...timing });
  const observe = (workload: Workload): void => {
    // The answer to a write may arrive after the workload is gone, which then holds nothing.
    if (caches.workloads.get(workload.metadata) === undefined) return;
    const { metadata } = workload;
    placer.observe(objectKey(metadata), metadata.resourceVersion ?? '0', allocationIn(caches, workload));
  };
  caches.workloads.informer.onChange((key, before, after) => {
    if (after === undefined) placer.forget(key);
    else observe(after);
    const { namespace = '' } = parseObjectKey(key);
    for (const name of changedNodes(before, after)) use.tell(name, namespace);
  });
  const capacityOf = (computeNode: ComputeNode) =>
    nodeCapacity(
      nodeViewOf(caches, computeNode, { now: timing.clock.now(), problemConditions: nodeProblemConditions }),
    );
  syncNodes(caches, { placer, capacityOf, changed: node.tell });
  syncPolicies(caches, placer);
  syncOverhead(caches, placer);
  return {
    placer,
    observe,
    onWake: wake.add,
    onUse: use.add,
    onNode: node.add,
  };
}

/** Returns the nodes of a workload before and after a change of what it holds. */
function changedNodes(before: Workload | undefined, after: Workload | undefined): string[] {
  const held = [before, after].map((workload) => {
    const { placed, diskNode, rootDiskSize } = workload?.status ?? {};
    return { names: [placed?.node, diskNode], rootDiskSize };
  });
  if (isDeepStrictEqual(held[0], held[1])) return [];
  return [...new Set(held.flatMap(({ names }) => names.filter((name) => name !== undefined)))];
}

class Hook<Names extends string[]> {
  private readonly listeners: ((...names: Names) => void)[] = [];
  readonly add = (listener: (...names: Names) => void): void => void this.listeners.push(listener);
  readonly tell = (...names: Names): void => this.listeners.forEach((listener) => listener(...names));
}

function allocationIn(caches: Caches, workload: Workload): Allocation | undefined {
  const policy = caches.policies.store.get({ name: workload.spec.pricing.policy });
  const overheadRatio = overheadRatioOf(caches.kubeVirt());
  return allocationOf(workload, { spot: policy?.spec.mode === 'Spot', overheadRatio });
}

/** The configuration of KubeVirt may arrive after the workloads or change. */
function syncOverhead(caches: Caches, placer: Placer): void {
  caches.kubeVirts.onChange((_, before, after) => {
    if (overheadRatioOf(before) === overheadRatioOf(after)) return;
    for (const workload of caches.workloads.informer.store.list())
      placer.reweigh(objectKey(workload.metadata), allocationIn(caches, workload));
  });
}

/** A policy may arrive after the workloads that were ordered under it. */
function syncPolicies(caches: Caches, placer: Placer): void {
  caches.policies.onChange((name, before, after) => {
    if (after === undefined || before?.spec.mode === after.spec.mode) return;
    const isSpot = after.spec.mode === 'Spot';
    for (const { metadata } of caches.workloadsBy('policy', name))
      placer.setSpot(objectKey(metadata), isSpot);
  });
}

interface NodeSync {
  placer: Placer;
  capacityOf: (computeNode: ComputeNode) => NodeCapacity;
  changed: (computeNode: string) => void;
}

function syncNodes(caches: Caches, { placer, capacityOf, changed }: NodeSync): void {
  const known = new Map<string, string>();
  const refresh = (computeNode: ComputeNode): void => {
    const capacity = capacityOf(computeNode);
    const said = JSON.stringify(capacity);
    if (known.get(capacity.name) === said) return;
    known.set(capacity.name, said);
    placer.setNode(capacity);
    changed(capacity.name);
  };
  const refreshBy = (index: 'node' | 'gpuModel') => (value: string) => {
    for (const computeNode of caches.computeNodes.store.byIndex(index, value)) refresh(computeNode);
  };
  const refreshFailing = (region: string): void =>
    caches.computeNodes.store.byIndex('region', region).filter(doStartsFail).forEach(refresh);
  caches.nodes.onChange(refreshBy('node'));
  caches.gpus.onChange(refreshBy('gpuModel'));
  caches.otherPods.onChange((_, before, after) => nodesChangedBy(before, after).forEach(refreshBy('node')));
  caches.kubeVirts.onChange(() => caches.computeNodes.store.list().forEach(refresh));
  caches.computeNodes.onChange((name, before, after) => {
    if (after === undefined) {
      known.delete(name);
      placer.removeNode(name);
    }
    // Several ComputeNodes may name the same core Node, but only one of them represents it.
    for (const node of coreNodesOf(before, after)) refreshBy('node')(node);
    regionsWithOtherShare(before, after).forEach(refreshFailing);
  });
}
