import { conditionTypes, fundedReasons, resumableHalts } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import { causes, frozen, notOnOffer, referenceDeleted, referenceMissing } from './causes.ts';
import { hasShutDownItself } from './machine-state.ts';
import { MOST_UNSETTLED_RUNS, inOrder, unsettledRuns } from './runs.ts';
import type { Scope } from './scope.ts';
import type { Cause, Stop } from './transition.ts';

/** Halts that end by themselves for a workload whose owner chose `resume: Automatic`. */
const RESUMABLE_HALTS: readonly string[] = Object.values(resumableHalts);

/** Funded says True, and the time it is good for has not passed. */
export function isFunded({ workload, now }: Scope): boolean {
  if (fundedCondition(workload)?.status !== 'True') return false;
  const until = workload.status?.billing?.fundedUntil;
  return until === undefined || now.getTime() < Date.parse(until);
}

/** Why the workload must neither wait for a start, nor start, nor run. */
export function stopOf(scope: Scope): Stop | undefined {
  const { spec } = scope.workload;
  if (spec.powerState === 'Stopped') return causes.switchedOff;
  if (spec.freeze !== undefined) return { ...frozen(spec.freeze.reason), halt: 'Frozen' };
  if (scope.tenant?.spec.state === 'Suspended') return { ...causes.tenantSuspended, halt: 'Suspended' };
  return fundsRefused(scope);
}

function fundsRefused({ workload }: Scope): Stop | undefined {
  const funded = fundedCondition(workload);
  if (funded?.status !== 'False') return undefined;
  const { reason, message } = funded;
  // A released order only waits to be funded anew: nobody has to ask for the start again.
  if (reason === fundedReasons.released) return { reason, message };
  return {
    reason,
    message,
    halt: reason === fundedReasons.insufficientFunds ? resumableHalts.funds : reason,
  };
}

/** Why a run is over though nothing forbids the workload as such. */
export function endOf(scope: Scope): Stop | undefined {
  return fundsEnded(scope) ?? poweredOff(scope) ?? noticeOver(scope);
}

function fundsEnded(scope: Scope): Stop | undefined {
  const { workload, policy } = scope;
  if (fundedCondition(workload)?.status !== 'True' || isFunded(scope)) return undefined;
  if (policy?.spec.mode === 'Reserved') return { ...causes.termEnded, halt: causes.termEnded.reason };
  return { ...causes.runwayEnded, halt: resumableHalts.funds };
}

function poweredOff(scope: Scope): Stop | undefined {
  if (!hasShutDownItself(scope) && !isLeftOff(scope)) return undefined;
  return { ...causes.guestPoweredOff, halt: causes.guestPoweredOff.reason };
}

function noticeOver(scope: Scope): Stop | undefined {
  const { interruption } = scope.workload.status ?? {};
  if (interruption === undefined || scope.now.getTime() < Date.parse(interruption.stopAt)) return undefined;
  if (isInMaintenance(scope)) return { ...causes.maintenance, halt: resumableHalts.maintenance };
  return { ...causes.spotInterrupted, halt: resumableHalts.spot };
}

/** KubeVirt leaves a machine stopped, though switched on, only after its guest has powered it off. */
function isLeftOff({ workload, virtualMachine, machine, pods }: Scope): boolean {
  return (
    workload.status?.phase === 'Running' &&
    machine === undefined &&
    pods.length === 0 &&
    virtualMachine?.metadata.deletionTimestamp === undefined &&
    virtualMachine?.spec.runStrategy === 'RerunOnFailure' &&
    virtualMachine.status?.printableStatus === 'Stopped'
  );
}

export function isInMaintenance({ computeNode }: Scope): boolean {
  return computeNode?.spec.state === 'Maintenance';
}

/** Switched on and funded, and nothing that was latched stands against it. */
export function mayStart(scope: Scope): boolean {
  return (
    scope.workload.spec.powerState === 'Running' &&
    stopOf(scope) === undefined &&
    isFunded(scope) &&
    !isHalted(scope)
  );
}

function isHalted({ workload }: Scope): boolean {
  const { spec, status } = workload;
  if (status?.halt === undefined) return false;
  if (spec.restartedAt !== undefined && Date.parse(spec.restartedAt) > Date.parse(status.halt.at))
    return false;
  return !(spec.resume === 'Automatic' && RESUMABLE_HALTS.includes(status.halt.reason));
}

/** What can never work as ordered. */
export function impossibleOf(scope: Scope): Cause | undefined {
  return references(scope)
    .filter(({ object }) => object?.metadata.deletionTimestamp !== undefined)
    .map(({ kind, name }) => referenceDeleted(kind, name))[0];
}

/** What has to come about before a place is looked for; undefined when nothing is missing. */
export function missingOf(scope: Scope): Cause | undefined {
  const { workload, tenant } = scope;
  if (tenant === undefined) return causes.tenantUnknown;
  const missing = references(scope).find(({ object }) => object === undefined);
  if (missing !== undefined) return referenceMissing(missing.kind, missing.name);
  if (!isFunded(scope)) return causes.waitingForOrder;
  const { runs = [], billing } = workload.status ?? {};
  if (unsettledRuns(inOrder(runs), billing?.settledRun) >= MOST_UNSETTLED_RUNS)
    return causes.waitingForSettlement;
  return missingOffer(scope) ?? refusedWish(scope);
}

/** A workload that ran before goes on under its own terms; a new one needs everything to be on offer. */
function missingOffer({ workload, region, sku, image, virtualMachine }: Scope): Cause | undefined {
  if (virtualMachine !== undefined) return undefined;
  const { spec } = workload;
  if (region?.spec.state !== 'Active') return notOnOffer('region', spec.region);
  if (sku?.spec.state !== 'Active') return notOnOffer('SKU', spec.sku);
  if (image?.spec.state !== 'Enabled') return notOnOffer('image', spec.image);
  return unfinishedImage(image);
}

function unfinishedImage({ status }: VMImage): Cause | undefined {
  const ready = findCondition(status?.conditions, conditionTypes.ready);
  if (ready?.status === 'True') return undefined;
  return ready?.reason === 'ImportFailed' ? causes.imageImportFailed : causes.imageNotReady;
}

function refusedWish({ workload, region, hostHolder }: Scope): Cause | undefined {
  const address = workload.spec.placement?.address;
  if (address !== undefined && region?.spec.exposure.addresses?.includes(address) !== true) {
    return causes.addressNotInRegion;
  }
  return hostHolder === undefined ? undefined : causes.hostTaken;
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
