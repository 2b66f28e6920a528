import { conditionTypes } from '@gpulease/crds';
import type { Condition, SKU, Workload, WorkloadPhase } from '@gpulease/crds';
import { findCondition, objectKey } from '@gpulease/kube';
import { launcherOverhead } from '../../kubevirt/overhead.ts';
import { nothing } from '../../placement/capacity.ts';
import type { Allocation, AllocationStage, Amounts, Span } from '../../placement/capacity.ts';
import type { PlacementOrder, Placer, PlacerAnswer } from '../../placement/placer.ts';
import { parseQuantity } from '../../quantity.ts';
import { causes } from '../status/causes.ts';
import { isMachineGone } from '../scope.ts';
import type { Scope } from '../scope.ts';
import { phaseOf } from '../phase.ts';
import { impossibleOf, isReserved, isSpot, missingOf, stopOf } from './may-run.ts';
import { resourcesOf } from '../machine/resources.ts';
import { rootDiskSize } from '../machine/root-disk.ts';

/** How long kube-scheduler's refusal of a place keeps the workload from asking for it again. */
const AFTER_REFUSAL_MS = 60_000;

/** Asks for a place if the workload waits for one and nothing else stands in the way. */
export function askForPlace(scope: Scope, placer: Placer): PlacerAnswer | undefined {
  const order = isReadyForPlace(scope) ? placementOrder(scope) : undefined;
  if (order !== undefined) return placer.place(order);
  placer.leave(scope.key);
  return undefined;
}

function isReadyForPlace(scope: Scope): boolean {
  const { workload } = scope;
  if (phaseOf(workload) !== 'Pending' || workload.metadata.deletionTimestamp !== undefined) return false;
  const hindrance = stopOf(scope) ?? impossibleOf(scope) ?? missingOf(scope);
  return hindrance === undefined && isMachineGone(scope) && mayAskAgainAt(scope) === undefined;
}

/** When a workload that kube-scheduler has just refused may ask again; undefined when it may now. */
export function mayAskAgainAt({ workload, now }: Scope): Date | undefined {
  const scheduled = refusedBefore({ workload });
  if (phaseOf(workload) !== 'Pending' || scheduled === undefined) return undefined;
  const at = new Date(Date.parse(scheduled.lastTransitionTime) + AFTER_REFUSAL_MS);
  return at > now ? at : undefined;
}

/** What kube-scheduler last said against the workload's place. */
export function refusedBefore({ workload }: Pick<Scope, 'workload'>): Condition | undefined {
  const scheduled = findCondition(workload.status?.conditions, conditionTypes.scheduled);
  return scheduled?.reason === causes.unschedulable.reason ? scheduled : undefined;
}

function placementOrder(scope: Scope): PlacementOrder | undefined {
  const { workload, tenant } = scope;
  const resources = resourcesOf(scope);
  if (resources === undefined) return undefined;
  const { spec, status } = workload;
  return {
    ...whoAsks(workload),
    region: spec.region,
    sku: spec.sku,
    architecture: architectureOf(scope),
    gpuModel: resources.gpu?.model,
    what: whatIsWanted(scope),
    amounts: amountsOf(resources, rootDiskSize(scope)),
    span: spanOf(scope),
    spot: isSpot(scope),
    node: spec.placement?.nodeName ?? scope.diskNode,
    prefer: status?.placed?.node,
    gpuQuota: tenant?.spec.quota?.gpus,
  };
}

function whoAsks({ metadata }: Workload) {
  return {
    workload: objectKey(metadata),
    tenant: metadata.namespace ?? '',
    createdAt: Date.parse(metadata.creationTimestamp ?? ''),
  };
}

/** The machine's own, once it was made; its image may have changed since. */
function architectureOf({ virtualMachine, image }: Scope): string {
  return virtualMachine?.spec.template.spec?.architecture ?? image?.spec.architecture ?? 'amd64';
}

function whatIsWanted({ workload, gpu, sku }: Scope): string {
  return gpu?.spec.model ?? sku?.spec.displayName ?? workload.spec.sku;
}

/** A reserved machine needs its place from its start to its term's end, any other from now on. */
function spanOf(scope: Scope): Span {
  const { workload, now } = scope;
  const start = workload.spec.reservation?.startTime;
  const from = Math.max(now.getTime(), start === undefined ? 0 : Date.parse(start));
  const termEnd = workload.status?.billing?.fundedUntil;
  return isReserved(scope) && termEnd !== undefined ? { from, until: Date.parse(termEnd) } : { from };
}

interface Size {
  cpu: number;
  memory: string;
  gpu?: { count: number } | undefined;
}

function amountsOf({ cpu, memory, gpu }: Size, disk: string): Amounts {
  const guest = { cpu, memory: parseQuantity(memory), gpus: gpu?.count ?? 0 };
  return {
    cpu: guest.cpu * 1000,
    memory: Math.ceil(guest.memory + launcherOverhead(guest)),
    storage: Math.ceil(parseQuantity(disk)),
    gpus: guest.gpus,
  };
}

/** What one machine of the SKU takes. */
export function sizeOf({ spec }: SKU): Amounts {
  return amountsOf({ cpu: spec.cpu, memory: spec.memory, gpu: spec.gpu }, spec.disk);
}

/** What a workload holds, which is exactly what its status says: its place or, without one, the room of its disk. */
export function allocationOf(workload: Workload, spot: boolean): Allocation | undefined {
  return placeOf(workload, spot) ?? roomOfDisk(workload);
}

function placeOf(workload: Workload, spot: boolean): Allocation | undefined {
  const { spec, status } = workload;
  if (status?.placed === undefined || status.resources === undefined) return undefined;
  const { node, at, until } = status.placed;
  return {
    ...whoAsks(workload),
    node,
    amounts: amountsOf(status.resources, status.rootDiskSize ?? spec.rootDiskSize),
    spot,
    from: Math.max(Date.parse(at), Date.parse(spec.reservation?.startTime ?? at)),
    until: until === undefined ? undefined : Date.parse(until),
    stage: stageOf(workload),
    diskStays: status.diskNode === node,
  };
}

/** A disk on a node stays there when its machine goes; it makes room for nobody, so it is not Spot. */
function roomOfDisk(workload: Workload): Allocation | undefined {
  const { spec, status } = workload;
  if (status?.diskNode === undefined) return undefined;
  const order = whoAsks(workload);
  const storage = Math.ceil(parseQuantity(status.rootDiskSize ?? spec.rootDiskSize));
  return {
    ...order,
    node: status.diskNode,
    amounts: { ...nothing, storage },
    spot: false,
    from: order.createdAt,
    stage: 'DiskOnly',
  };
}

const LEAVING: readonly WorkloadPhase[] = ['Stopping', 'Failed', 'Destroying'];

function stageOf(workload: Workload): AllocationStage | undefined {
  const phase = phaseOf(workload);
  if (phase === 'Pending') return 'Claimed';
  if (LEAVING.includes(phase)) return 'Leaving';
  return workload.status?.interruption === undefined ? undefined : 'Noticed';
}
