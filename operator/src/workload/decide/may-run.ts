import {
  catalogueReasons,
  conditionTypes,
  fundedReasons,
  movesFromLostNode,
  phaseOf,
  restartAskedAt,
  resumableHalts,
  waitingFundedReasons,
  workloadReasons,
} from '@gpulease/crds';
import type { VMImage, WorkloadStatus } from '@gpulease/crds';
import { DAY_MS, findCondition } from '@gpulease/kube';
import { storageHeldBy } from '@gpulease/placement/storage-quota';
import { isLeftStopped } from '../../kubevirt/virtual-machine.ts';
import {
  causes,
  frozen,
  gpuNotPermitted,
  maintenance,
  notOnOffer,
  referenceDeleted,
  referenceMissing,
  softwareMissing,
} from '../causes/causes.ts';
import { classOf, type ClassName } from '../../vm-image/storage-classes.ts';
import type { Interruption } from '../causes/causes.ts';
import { isStartedAfterMaintenance, nodeStateOf } from './maintenance.ts';
import { refusedAddress, refusedHost } from '../network/exposure.ts';
import { isCertainlyOff } from '../machine/lost-node.ts';
import { hasShutDownItself } from '../machine/machine-state.ts';
import { isLedgerFull } from '../runs/runs.ts';
import { isStartedByPlan, scheduledStop, scheduleOver, warningBefore } from './schedule.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';
import { isCordoned } from '../../core-node/core-node.ts';

/** Halts that end automatically for a workload with `resume: Automatic`. */
const RESUMABLE_HALTS: readonly string[] = Object.values(resumableHalts);

/** How far ahead capacity can be booked. */
const FARTHEST_BOOKING_MS = 30 * DAY_MS;

export function isSpot({ policy }: Pick<Scope, 'policy'>): boolean {
  return policy?.spec.mode === 'Spot';
}

export function isReserved({ policy }: Pick<Scope, 'policy'>): boolean {
  return policy?.spec.mode === 'Reserved';
}

/** Returns whether the condition Funded is True and its time has not passed. */
export function isFunded({ workload, now }: Scope): boolean {
  if (fundedCondition(workload)?.status !== 'True') return false;
  const until = workload.status?.billing?.fundedUntil;
  return until === undefined || now.getTime() < Date.parse(until);
}

/** Returns why the workload must not wait for a start, start or run. */
export function stopOf(scope: Scope): Cause | undefined {
  const { spec } = scope.workload;
  if (spec.powerState === 'Stopped') return causes.stopRequested;
  if (spec.freeze !== undefined) return { ...frozen(spec.freeze.reason), halt: workloadReasons.frozen };
  if (scope.tenant?.spec.state === 'Suspended')
    return { ...causes.tenantSuspended, halt: catalogueReasons.suspended };
  return scheduleOver(scope) ?? fundsRefused(scope);
}

function fundsRefused({ workload }: Scope): Cause | undefined {
  const funded = fundedCondition(workload);
  if (funded?.status !== 'False') return undefined;
  const { reason, message } = funded;
  if (waitingFundedReasons.has(reason)) return isWaiting(workload) ? undefined : { reason, message };
  // A released order only waits for new funding; its start need not be requested again.
  if (reason === fundedReasons.released) return { reason, message };
  return {
    reason,
    message,
    halt: reason === fundedReasons.insufficientFunds ? resumableHalts.funds : reason,
  };
}

/** Returns whether the workload holds no machine and can wait until billing accepts its order. */
function isWaiting(workload: Scope['workload']): boolean {
  return ['Pending', 'Stopped', 'Failed'].includes(phaseOf(workload));
}

/** Returns why billing has not accepted the order yet. */
function orderRefused({ workload }: Scope): Cause | undefined {
  const funded = fundedCondition(workload);
  if (funded?.status !== 'False' || !waitingFundedReasons.has(funded.reason)) return undefined;
  return { reason: funded.reason, message: funded.message };
}

/** Returns why a run is over although the workload itself may run. */
export function endOf(scope: Scope): Cause | undefined {
  return fundsEnded(scope) ?? poweredOff(scope) ?? noticeOver(scope) ?? startForbidden(scope);
}

function fundsEnded(scope: Scope): Cause | undefined {
  const cause = endOfFunds(scope);
  if (cause === undefined) return undefined;
  return { ...cause, halt: isReserved(scope) ? cause.reason : resumableHalts.funds };
}

/** Returns why the paid time is over, even if billing has not reported it yet. */
function endOfFunds(scope: Scope): Cause | undefined {
  if (fundedCondition(scope.workload)?.status !== 'True' || isFunded(scope)) return undefined;
  return isReserved(scope) ? causes.termEnded : causes.runwayEnded;
}

function poweredOff(scope: Scope): Cause | undefined {
  if (!hasShutDownItself(scope) && !staysOff(scope)) return undefined;
  return { ...causes.guestPoweredOff, halt: causes.guestPoweredOff.reason };
}

/** A restart, or KubeVirt's replacement of a machine, is a start like any other, and waits until billing has caught up. */
function startForbidden({ workload: { status } }: Scope): Cause | undefined {
  return status?.phase === 'Starting' && isLedgerFull(status) ? causes.waitingForSettlement : undefined;
}

function noticeOver(scope: Scope): Cause | undefined {
  const { interruption } = scope.workload.status ?? {};
  if (interruption === undefined || scope.now.getTime() < Date.parse(interruption.stopAt)) return undefined;
  if (interruption.reason === 'Schedule') return scheduleOver(scope);
  // If the reason of the notice no longer exists, the notice is withdrawn.
  if (interruption.reason !== reasonToInterrupt(scope)) return undefined;
  if (interruption.reason === 'Spot') return { ...causes.spotInterrupted, halt: resumableHalts.spot };
  return { ...maintenance(maintenanceReason(scope)), halt: resumableHalts.maintenance };
}

/** Returns the administrators' explanation of the node's maintenance for customers. */
function maintenanceReason({ computeNode }: Scope): string | undefined {
  return computeNode?.spec.maintenance?.reason;
}

/** Returns the details of the interruption for a notice. */
export function interruptionFor(scope: Scope): Interruption {
  const { spec } = scope.workload;
  const isDestroyed = isSpot(scope) && spec.interruption === 'Destroy';
  return { why: maintenanceReason(scope), isDestroyed, idle: spec.schedule?.idle };
}

/** Returns why the machine needs notice; undefined if it does not. */
export function reasonToInterrupt(
  scope: Scope,
): NonNullable<WorkloadStatus['interruption']>['reason'] | undefined {
  const { spotNoticeMs, now } = scope;
  if (nodeStateOf(scope) === 'Maintenance' || isDrained(scope)) return 'Maintenance';
  if (spotNoticeMs !== undefined) return 'Spot';
  const stop = scheduledStop(scope);
  return stop === undefined || now < warningBefore(stop, scope) ? undefined : 'Schedule';
}

/**
 * Returns whether an administrator drains the node: KubeVirt only signals the eviction, and the drain waits for our stop.
 * The signal remains after an abandoned drain or a single eviction, so it counts only while the node is cordoned.
 */
function isDrained({ machine, node }: Scope): boolean {
  return machine?.status?.evacuationNodeName !== undefined && isCordoned(node);
}

/** Returns whether KubeVirt still asks the machine to leave its node although the node stays in service. */
export function isEvacuationOver(scope: Scope): boolean {
  const { machine, node } = scope;
  if (machine === undefined || machine.metadata.deletionTimestamp !== undefined) return false;
  const isAsked = machine.status?.evacuationNodeName !== undefined;
  const isOpen = node !== undefined && !isCordoned(node) && nodeStateOf(scope) !== 'Maintenance';
  return isAsked && isOpen;
}

/** KubeVirt leaves a switched-on machine that has run stopped only after its guest powers it off. */
function staysOff({ workload, virtualMachine, machine, pods }: Scope): boolean {
  if (workload.status?.phase !== 'Running' || machine !== undefined || pods.length > 0) return false;
  return virtualMachine !== undefined && isLeftStopped(virtualMachine);
}

/** Returns whether the workload is switched on, funded or awaiting billing, and not halted. */
export function mayStart(scope: Scope): boolean {
  return (
    scope.workload.spec.powerState === 'Running' &&
    stopOf(scope) === undefined &&
    (isFunded(scope) || orderRefused(scope) !== undefined) &&
    !isHalted(scope) &&
    !isToBeDestroyed(scope)
  );
}

/** Returns whether the workload was interrupted and its owner chose to destroy rather than stop it. */
export function isToBeDestroyed(scope: Scope): boolean {
  const { spec, status, metadata } = scope.workload;
  return (
    isSpot(scope) &&
    spec.interruption === 'Destroy' &&
    status?.halt?.reason === resumableHalts.spot &&
    metadata.deletionTimestamp === undefined
  );
}

/** A requested start lifts a halt once. A start already carried out does not lift a later halt, whatever its timestamp. */
function isHalted(scope: Scope): boolean {
  const { workload, now } = scope;
  const { spec, status } = workload;
  if (status?.halt === undefined || isStartedByPlan({ workload, now })) return false;
  if (isStartedAfterMaintenance(scope)) return false;
  const askedAt = restartAskedAt(workload, now);
  if (askedAt !== undefined && askedAt > new Date(status.halt.at)) return false;
  if (movesFromLostNode(workload)) return !isCertainlyOff(scope);
  return !(spec.resume === 'Automatic' && isResumable(status.halt.reason));
}

export function isResumable(halt: string): boolean {
  return RESUMABLE_HALTS.includes(halt);
}

/** Returns why the order can never be fulfilled. */
export function impossibleOf(scope: Scope): Cause | undefined {
  const account = { kind: 'account', name: scope.tenant?.spec.username ?? '', object: scope.tenant };
  return [...references(scope), account]
    .filter(({ object }) => object?.metadata.deletionTimestamp !== undefined)
    .map(({ kind, name }) => referenceDeleted(kind, name))[0];
}

/** Returns which missing software keeps the cluster from running machines. */
function notInstalledOf({ missingSoftware = [] }: Scope): Cause | undefined {
  return missingSoftware.map(softwareMissing)[0];
}

function missingReference(scope: Scope): Cause | undefined {
  const missing = references(scope).find(({ object }) => object === undefined);
  return missing && referenceMissing(missing.kind, missing.name);
}

/** Returns the first unmet precondition for placement; undefined if all are met. */
export function missingOf(scope: Scope): Cause | undefined {
  const { workload, tenant } = scope;
  if (tenant === undefined) return causes.tenantUnknown;
  const cause = orderRefused(scope) ?? notInstalledOf(scope) ?? missingReference(scope);
  if (cause !== undefined) return cause;
  if (!isFunded(scope)) return endOfFunds(scope) ?? causes.waitingForOrder;
  if (isLedgerFull(workload.status)) return causes.waitingForSettlement;
  return missingOffer(scope) ?? refusedByQuota(scope) ?? refusedChoice(scope);
}

/** The storage quota does not block a machine that has its disk, even if it wants a larger one. */
function refusedByQuota({ workload, portsRefused, storageRefused }: Scope): Cause | undefined {
  return portsRefused ?? (storageHeldBy(workload) > 0 ? undefined : storageRefused);
}

/** A workload that ran before keeps its own terms; a new one needs everything to be on offer. */
function missingOffer(scope: Scope): Cause | undefined {
  const { workload, region, sku, image, virtualMachine } = scope;
  if (virtualMachine !== undefined) return undefined;
  const { spec } = workload;
  if (region?.spec.state !== 'Active') return notOnOffer('region', spec.region);
  if (sku?.spec.state !== 'Active') return notOnOffer('SKU', spec.sku);
  if (image?.spec.state !== 'Enabled') return notOnOffer('image', spec.image);
  return missingGpu(scope) ?? unfinishedImage(image, classOf(region));
}

/** Returns the failure of a SKU whose GPU model is not in the catalogue. */
function missingGpu({ sku, gpu }: Scope): Cause | undefined {
  const model = sku?.spec.gpu?.model;
  return model === undefined || gpu !== undefined ? undefined : referenceMissing('GPU', model);
}

/** Returns 'unknown' for images that are kept elsewhere, and while no disk is reported. */
function diskIn({ spec, status }: VMImage, className: ClassName): 'here' | 'elsewhere' | 'unknown' {
  const disks = status?.import?.disks ?? [];
  if (disks.some(({ storageClassName }) => storageClassName === className)) return 'here';
  return disks.length > 0 && spec.source.dataSource === undefined ? 'elsewhere' : 'unknown';
}

/** Requires a disk in the StorageClass itself: disks in other classes do not serve its machines. */
function unfinishedImage(image: VMImage, className: ClassName): Cause | undefined {
  const place = diskIn(image, className);
  if (place === 'here') return undefined;
  const ready = findCondition(image.status?.conditions, conditionTypes.ready);
  if (ready?.status === 'True' && place === 'unknown') return undefined;
  return ready?.reason === catalogueReasons.importFailed ? causes.imageImportFailed : causes.imageNotReady;
}

/** KubeVirt creates no machine with a device that it does not permit. */
function refusedGpu({ gpu }: Scope): Cause | undefined {
  const permitted = findCondition(gpu?.status?.conditions, conditionTypes.permitted);
  return gpu !== undefined && permitted?.status === 'False' ? gpuNotPermitted(gpu.spec.model) : undefined;
}

function refusedChoice(scope: Scope): Cause | undefined {
  const bookable = bookableFrom(scope);
  if (bookable !== undefined && scope.now < bookable) return causes.reservationTooFar;
  return refusedGpu(scope) ?? refusedHost(scope) ?? refusedPlacement(scope);
}

/** Returns why an administrator's choice is impossible, however long the workload waits. */
function refusedPlacement(scope: Scope): Cause | undefined {
  const { workload, diskNode } = scope;
  const { nodeName } = workload.spec.placement ?? {};
  if (nodeName !== undefined && diskNode !== undefined && nodeName !== diskNode) return causes.diskElsewhere;
  return refusedAddress(scope);
}

/** Returns from when its reserved start can be booked. */
export function bookableFrom({ workload }: Scope): Date | undefined {
  const start = workload.spec.reservation?.startTime;
  return start === undefined ? undefined : new Date(Date.parse(start) - FARTHEST_BOOKING_MS);
}

function references({ workload: { spec }, region, sku, image, policy }: Scope) {
  return [
    { kind: 'region', name: spec.region, object: region },
    { kind: 'SKU', name: spec.sku, object: sku },
    { kind: 'image', name: spec.image, object: image },
    { kind: 'pricing policy', name: spec.pricing.policy, object: policy },
  ];
}

function fundedCondition(workload: Scope['workload']) {
  return findCondition(workload.status?.conditions, conditionTypes.funded);
}
