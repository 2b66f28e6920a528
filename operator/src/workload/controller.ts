import { mappedPorts, phaseOf, tenantNamespace, workloads, workloadSchema } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import { findCondition, objectKey, parseObjectKey, type Clock, type Informer } from '@gpulease/kube';
import { span } from '@gpulease/kube/tracing';
import { storageClaimedBy } from '@gpulease/placement/storage-quota';
import { workloadKeyOf, type Caches, type Labelled, type WorkloadIndex } from '../caches.ts';
import { createChildren } from './children.ts';
import { hostsOf } from '../kubevirt/ingress.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { NewerObjects } from '../runtime/newer-objects.ts';
import type { WorkloadContext } from './context.ts';
import { onMeaningfulChange } from './meaningful-change.ts';
import { Memory } from './memory.ts';
import { reconcileWorkload } from './reconcile.ts';
import { Traces } from './traces.ts';
import { isFenced } from '../compute-node/taints.ts';
import { isCordoned } from '../core-node/core-node.ts';

/** Milliseconds after the first change until one reconcile for all: Kubernetes and CDI change a machine's objects in bursts. */
const DEBOUNCE_MS = 100;

/** Reconciles workloads: one reconciliation per workload at a time, many workloads at once. */
export function createWorkloadController(operator: Operator): Controller {
  const { caches, cluster, placement, recorder, clock, idleWatch } = operator;
  const memory = new Memory(clock);
  const traces = new Traces();
  const context: Omit<WorkloadContext, 'logger'> = {
    ...operator,
    workloads: cluster.resource(workloads),
    children: createChildren(cluster, caches),
    placer: placement.placer,
    observe: placement.observe,
    memory,
    leftAlone: new NewerObjects(workloadSchema, recorder),
  };
  const keys = () => caches.workloads.informer.store.list().map(({ metadata }) => objectKey(metadata));
  const workloadOf = (key: string) => caches.workloads.get(parseObjectKey(key));
  const controller = operator.createController({
    name: 'workload',
    workers: operator.workloadWorkers,
    keys,
    requestOf: (key) => traces.requestOf(key, workloadOf(key)),
    reconcile: (key, { logger }) => {
      const options = traces.spanOf(key, workloadOf(key));
      return span('reconcile Workload', options, () => reconcileWorkload(key, { ...context, logger }));
    },
  });
  const add = (key: string): void => controller.queue.add(key);
  placement.onWake(add);
  idleWatch.onWake(add);
  const forget = (key: string) => [memory, traces].forEach((one) => one.forget(key));
  caches.workloads.informer.onChange((key, before, after) => {
    add(key);
    if (after === undefined) forget(key);
    wakeForHost(caches, before, after, add);
    wakeForQuota(caches, before, after, add);
  });
  wakeForForeignHosts(caches, add);
  recordGoneInstances(caches, memory, clock);
  watchChildren(caches, add, (key) => controller.queue.addAfter(key, DEBOUNCE_MS));
  watchReferences(caches, add);
  watchNodes(caches, add);
  watchStorageClasses(caches, add);
  caches.onSoftwareChange(() => keys().forEach(add));
  return controller;
}

type Add = (key: string) => void;

function keysBy(caches: Caches, index: WorkloadIndex, value: string): string[] {
  return caches.workloadsBy(index, value).map(({ metadata }) => objectKey(metadata));
}

/** Wakes workloads that may wait for a host when a foreign Ingress starts or stops serving it. */
function wakeForForeignHosts(caches: Caches, add: Add): void {
  caches.ingresses.informer.onChange((_, before, after) => {
    const both = [before, after].filter((ingress) => ingress !== undefined);
    const [one, other] = both.map((ingress) => JSON.stringify([workloadKeyOf(ingress), hostsOf(ingress)]));
    if (one === other) return;
    // `watchChildren` wakes the Ingress's own workload.
    const own = workloadKeyOf(after ?? before);
    const concerned = [...new Set(both.flatMap(hostsOf))].flatMap((host) => keysBy(caches, 'host', host));
    for (const key of concerned) if (key !== own) add(key);
  });
}

/** Wakes the tenant's workloads when one releases ports or disk space, as others may wait for quota. */
function wakeForQuota(
  caches: Caches,
  before: Workload | undefined,
  after: Workload | undefined,
  add: Add,
): void {
  if (before === undefined) return;
  const storageLeft = after === undefined ? 0 : storageClaimedBy(after);
  const isLess = mappedPorts([after]) < mappedPorts([before]) || storageLeft < storageClaimedBy(before);
  if (!isLess) return;
  keysBy(caches, 'namespace', before.metadata.namespace ?? '').forEach(add);
}

/** Wakes workloads that may wait for a released host. */
function wakeForHost(
  caches: Caches,
  before: Workload | undefined,
  after: Workload | undefined,
  add: Add,
): void {
  const host = before?.spec.http?.host;
  if (host === undefined || host === after?.spec.http?.host) return;
  keysBy(caches, 'host', host).forEach(add);
}

function recordGoneInstances(caches: Caches, memory: Memory, clock: Clock): void {
  caches.machines.onChange((_, before, after) => {
    const { uid } = before?.metadata ?? {};
    const key = workloadKeyOf(before);
    if (uid === undefined || key === undefined || after?.metadata.uid === uid) return;
    memory.noteGone(key, uid, clock.now());
  });
}

/**
 * Wakes a workload when an object made for it changes; its label names the workload. Changes of the machine itself are not debounced:
 * how it ended is visible only while its instance exists.
 */
function watchChildren(caches: Caches, add: Add, addSoon: Add): void {
  const watch = <T extends Labelled>(informer: Informer<T>, wake: Add): void => {
    informer.onChange((_, before, after) => {
      const key = workloadKeyOf(after ?? before);
      if (key !== undefined) wake(key);
    });
  };
  watch(caches.virtualMachines.informer, add);
  watch(caches.machines, add);
  watch(caches.pods, addSoon);
  watch(caches.dataVolumes, addSoon);
  watch(caches.claims.informer, addSoon);
  watch(caches.services.informer, addSoon);
  watch(caches.networkPolicies.informer, addSoon);
  watch(caches.ingresses.informer, addSoon);
}

/**
 * Wakes workloads when a catalogue object changes. Only Pending ones depend on most kinds, because the others keep their
 * own terms; all depend on the addresses and hosts of their region.
 */
function watchReferences(caches: Caches, add: Add): void {
  const wakeWaiting = (index: WorkloadIndex) => (name: string) => {
    for (const workload of caches.workloadsBy(index, name)) {
      if (phaseOf(workload) === 'Pending') add(objectKey(workload.metadata));
    }
  };
  onMeaningfulChange(caches.regions, (name) => keysBy(caches, 'region', name).forEach(add));
  onMeaningfulChange(caches.skus, wakeWaiting('sku'));
  // An image can serve machines of one StorageClass before all of its disks are imported.
  onMeaningfulChange(caches.images, wakeWaiting('image'), ({ status }) => status?.import?.disks);
  onMeaningfulChange(caches.policies, wakeWaiting('policy'));
  onMeaningfulChange(caches.gpus, (name) => {
    for (const sku of caches.skus.store.byIndex('gpuModel', name)) wakeWaiting('sku')(sku.metadata.name);
  });
  onMeaningfulChange(caches.tenants, (name) =>
    keysBy(caches, 'namespace', tenantNamespace(name)).forEach(add),
  );
}

/** Wakes workloads whose disk is not of the ordered size when a class may have allowed or disallowed expansion. */
function watchStorageClasses(caches: Caches, add: Add): void {
  caches.storageClasses.onChange(() => {
    for (const { metadata, spec, status } of caches.workloads.informer.store.list()) {
      if (status?.rootDiskSize !== spec.rootDiskSize) add(objectKey(metadata));
    }
  });
}

/** Wakes workloads placed on a node when its state or health changes, and those stopped by its maintenance when its state does. */
function watchNodes(caches: Caches, add: Add): void {
  const wakePlaced = (name: string): void => keysBy(caches, 'node', name).forEach(add);
  onMeaningfulChange(caches.computeNodes, (name) => {
    wakePlaced(name);
    keysBy(caches, 'haltNode', name).forEach(add);
  });
  caches.nodes.onChange((name, before, after) => {
    const readiness = (node: typeof after) => findCondition(node?.status?.conditions, 'Ready')?.status;
    const meaning = (node: typeof after) =>
      JSON.stringify([readiness(node), isCordoned(node), node && isFenced(node)]);
    if (meaning(before) === meaning(after)) return;
    for (const { metadata } of caches.computeNodes.store.byIndex('node', name)) wakePlaced(metadata.name);
  });
}
