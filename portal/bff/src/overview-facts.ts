/** The facts of the operators' overview: free capacity, the queue and failures. Pure. */
import type { Overview } from '@gpulease/contract/overview';
import type { WorkloadStatus } from '@gpulease/contract/enums';
import { BY_GPU_CHECK, catalogueReasons, conditionTypes } from '@gpulease/crds';
import type { ComputeNode, KubeObject, Region, SKU, Workload } from '@gpulease/crds';
import { needsAttention, toNode } from './catalogue/admin-views.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { condition, toRegion, type CommonStatus } from './catalogue/views.ts';
import type { PlatformState } from './alarms/observe.ts';
import { isWaiting } from './workloads/queue.ts';
import { statusOf } from './workloads/state.ts';

/** Maximum number of items shown per list. */
const SHOWN = 10;

type Notice = Overview['queue']['items'][number];

/** A workload with its owner's name. */
export interface Owned {
  readonly workload: Workload;
  readonly user: string;
}

export function gpusOf(regions: readonly Region[]): Overview['gpus'] {
  return regions.map(toRegion).flatMap(({ name, gpus }) => gpus.map((gpu) => ({ region: name, ...gpu })));
}

/** Returns SKUs on sale with the regions in which they are sold out. */
export function soldOutOf(skus: readonly SKU[]): Overview['soldOut'] {
  const soldOut = skus
    .filter(({ spec }) => spec.state === 'Active')
    .flatMap(({ metadata: { name: sku }, status }) =>
      (status?.availability ?? [])
        .filter(({ available }) => available === 0)
        .map(({ region }) => ({ sku, region })),
    );
  return firstOf(soldOut);
}

export function countsOf(workloads: readonly Workload[]): Overview['workloads'] {
  const byStatus: Partial<Record<WorkloadStatus, number>> = {};
  for (const workload of workloads) {
    const status = statusOf(workload);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  return { total: workloads.length, byStatus };
}

/** Returns waiting workloads, the oldest first, and their reasons, the most frequent first. */
export function queueOf(owned: readonly Owned[]): Overview['queue'] {
  const waiting = noticesOf(owned, isWaiting).sort((one, other) => one.since.localeCompare(other.since));
  const reasons = [...Map.groupBy(waiting, ({ reason }) => reason)]
    .map(([reason, { length: count }]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
  return { ...firstOf(waiting), reasons };
}

/** Returns failed workloads, the newest first. */
export function failingOf(owned: readonly Owned[]): Overview['failing'] {
  const failed = noticesOf(owned, (workload) => statusOf(workload) === 'FAILED').sort((one, other) =>
    other.since.localeCompare(one.since),
  );
  return firstOf(failed);
}

function noticesOf(owned: readonly Owned[], isMeant: (workload: Workload) => boolean): Notice[] {
  return owned.filter(({ workload }) => isMeant(workload)).map(toNotice);
}

function toNotice({ workload: { metadata, spec, status }, user }: Owned): Notice {
  return {
    user,
    name: metadata.name,
    region: spec.region,
    sku: spec.sku,
    reason: status?.reason ?? '',
    message: status?.message ?? '',
    since: new Date(metadata.creationTimestamp ?? 0).toISOString(),
  };
}

/** Returns the first items of a list and its length. */
function firstOf<Item>(items: readonly Item[]): { total: number; items: Item[] } {
  return { total: items.length, items: items.slice(0, SHOWN) };
}

/** Returns nodes that need an operator's attention. */
export function troubledNodes(nodes: readonly ComputeNode[]): PlatformState['nodes'] {
  return nodes
    .map(toNode)
    .filter(needsAttention)
    .map(({ name, region, condition: { ready: _, ...saying } }) => ({ name, region, ...saying }));
}

/** Returns ready nodes in use that have fewer GPUs, or less CPU or memory, than declared. */
export function lackingNodes(nodes: readonly ComputeNode[]) {
  return nodes
    .map(toNode)
    .filter(({ status, condition: { ready } }) => status === 'active' && ready)
    .flatMap(({ name, region, conditions }) =>
      conditions
        .filter(
          ({ type, reason }) =>
            type === conditionTypes.capacityVerified && reason === catalogueReasons.lessThanDeclared,
        )
        .map(({ reason, message, parameters }) => ({
          ...{ name, region, reason, message },
          ...(parameters && { parameters }),
        })),
    );
}

type NotReady = PlatformState['notReady'][number];

/** Returns offers of any kind that are not ready, except for those that operators have taken off the market. */
export function notReadyOf({ regions, gpus, skus, images, pricingPolicies }: Catalogue): NotReady[] {
  return [
    ...regions.store.list().filter(isActive).flatMap(unready('regions')),
    ...gpus.store.list().flatMap(unready('gpus')),
    ...skus.store.list().filter(isActive).flatMap(unready('skus')),
    ...images.store
      .list()
      .filter(({ spec }) => spec.state === 'Enabled')
      .flatMap(unready('vm-images')),
    ...pricingPolicies.store.list().flatMap(unready('pricing-policies')),
  ];
}

const isActive = ({ spec }: Region | SKU) => spec.state === 'Active';

function unready(area: NotReady['area']) {
  return ({ metadata: { name }, status }: Pick<KubeObject<unknown, CommonStatus>, 'metadata' | 'status'>) => {
    const { ready, ...saying } = condition(status);
    return ready ? [] : [{ area, name, ...saying }];
  };
}

/** Returns nodes with GPUs that failed a check and are not repaired, and how many. */
export function failedChecksOf(nodes: readonly ComputeNode[]) {
  return nodes.flatMap(({ metadata: { name }, spec: { region, quarantine = [] } }) => {
    const count = quarantine.filter(({ by }) => by === BY_GPU_CHECK).length;
    return count > 0 ? [{ name, region, count }] : [];
  });
}
