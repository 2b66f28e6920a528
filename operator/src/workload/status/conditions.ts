import { conditionTypes, workloadReasons, type Condition, type WorkloadPhase } from '@gpulease/crds';
import { findCondition, setCondition, type ConditionChange } from '@gpulease/kube';
import { causes, holdsPlace, refusals } from '../causes/causes.ts';
import { resourcesOf } from '@gpulease/placement/resources';
import { moveRefused } from '../decide/moving.ts';
import { gpuMetricsPort } from '../machine/desired-machine.ts';
import { unreachable } from '../network/exposure.ts';
import { isDiskGrowing } from '../disk/root-disk.ts';
import type { Scope } from '../scope.ts';
import { inFull, type Cause } from '../causes/cause.ts';
import type { KeptDisk } from '../../kept/kept.ts';

type State = Pick<ConditionChange, 'status' | 'reason' | 'message'>;

/** Input of the conditions in addition to the scope. */
export interface Summary {
  phase: WorkloadPhase;
  cause: Cause;
  /** What is wrong while the phase stays. */
  failure?: Cause | undefined;
  /** The ComputeNode on which it holds a place. */
  node: string | undefined;
}

const states: Record<string, (scope: Scope, summary: Summary) => State | undefined> = {
  [conditionTypes.scheduled]: scheduled,
  [conditionTypes.provisioned]: provisioned,
  [conditionTypes.running]: (_, { phase, cause }) => (phase === 'Running' ? yes(causes.running) : no(cause)),
  [conditionTypes.reachable]: reachable,
  [conditionTypes.ready]: ready,
  [conditionTypes.stalled]: stalled,
  [conditionTypes.gpuMeasured]: gpuMeasured,
};

/** Returns the operator's own conditions; other writers keep theirs. */
export function conditionsOf(scope: Scope, summary: Summary): Condition[] {
  const { workload, now } = scope;
  const own = (workload.status?.conditions ?? []).filter(({ type }) => type in states);
  const observedGeneration = workload.metadata.generation ?? 0;
  const told = Object.entries(states).map(([type, state]) => ({ type, state: state(scope, summary) }));
  return told.reduce<Condition[]>((conditions, { type, state }) => {
    if (state === undefined) return conditions.filter((condition) => condition.type !== type);
    return [...setCondition(conditions, { type, ...state, observedGeneration }, now)];
  }, own);
}

export function isOwnCondition({ type }: Condition): boolean {
  return type in states;
}

function yes(cause: Cause): State {
  return { status: 'True', reason: cause.reason, message: inFull(cause) };
}

function no(cause: Cause): State {
  return { status: 'False', reason: cause.reason, message: inFull(cause) };
}

/** Reasons why the disk or pod of a machine cannot be created. */
const NOT_PROVISIONED = [
  workloadReasons.importFailing,
  workloadReasons.diskNotCreated,
  workloadReasons.diskNotProvided,
  workloadReasons.diskCopyStuck,
  workloadReasons.importFailed,
  workloadReasons.diskLost,
  workloadReasons.imagePullError,
  workloadReasons.refusedByKubeVirt,
  ...Object.values<Cause>(refusals).map(({ reason }) => reason),
];

/** A place that kube-scheduler refused does not count, although it is held until the machine is gone. */
function scheduled(scope: Scope, { phase, node, cause }: Summary): State {
  const isRefused = cause.reason === causes.unschedulable.reason;
  if (node === undefined || isRefused) return no(cause);
  return yes((phase === 'Running' ? moveRefused(scope) : undefined) ?? holdsPlace(node));
}

function provisioned(scope: Scope, { phase, cause, failure }: Summary): State {
  const { virtualMachine, rootDisk } = scope;
  const wrong = phase === 'Failed' ? cause : failure;
  if (wrong !== undefined && NOT_PROVISIONED.includes(wrong.reason)) return no(wrong);
  const isMade = virtualMachine !== undefined && rootDisk?.status?.phase === 'Succeeded';
  if (phase !== 'Running' && !isMade) return rootDisk === undefined ? no(cause) : no(copyingImage(rootDisk));
  return diskState(scope);
}

function diskState(scope: Scope): State {
  if (scope.diskRefused !== undefined) return no(scope.diskRefused);
  if (isDiskGrowing(scope)) return no(causes.diskGrowing);
  return yes({
    reason: workloadReasons.provisioned,
    message: 'The disk and everything else the machine needs exist.',
  });
}

function copyingImage({ status }: KeptDisk): Cause {
  const share = status?.progress?.endsWith('%') ? ` (${status.progress})` : '';
  return {
    reason: workloadReasons.copyingImage,
    message: `The disk is being created from the image${share}.`,
  };
}

function reachable(scope: Scope, { phase, cause, failure }: Summary): State {
  if (failure !== undefined) return no(failure);
  if (phase !== 'Running') return no(cause);
  const away = unreachable(scope);
  if (away !== undefined) return no(away);
  return yes({ reason: workloadReasons.reachable, message: 'The machine can be reached at its address.' });
}

function ready(scope: Scope, summary: Summary): State {
  const reached = reachable(scope, summary);
  return reached.status === 'True' ? yes(causes.running) : reached;
}

/**
 * True if the machine failed or was stopped although it should run: it stays off until its start is requested or the
 * cause is fixed. Retries and waits are not stalled, but the condition reports them.
 */
function stalled({ workload }: Scope, { phase, cause, failure }: Summary): State {
  const isOff = phase === 'Failed' || (phase === 'Stopped' && workload.spec.powerState === 'Running');
  if (isOff) return yes(cause);
  const awaited = failure ?? (phase === 'Pending' ? cause : undefined);
  return no(awaited ?? { reason: workloadReasons.progressing, message: 'No action is needed.' });
}

/** Applies only if the schedule depends on GPU load. */
function gpuMeasured(scope: Scope): State | undefined {
  const resources = resourcesOf(scope);
  if (scope.workload.spec.schedule?.idle === undefined || resources === undefined) return undefined;
  if (resources.gpu === undefined) return no(causes.noGpu);
  const { measures } = scope.idle ?? {};
  const isToldBySource = measures === 'There' || measures === 'NoSource';
  if (!isToldBySource && gpuMetricsPort(scope) === undefined) return no(causes.exporterMissing);
  return measures === undefined ? foundBefore(scope) : found[measures];
}

const found = {
  There: yes(causes.gpuMeasured),
  Missing: no(causes.measuresMissing),
  NoSource: no(causes.metricsNotConfigured),
} as const;

/** The last result of a measurement stands until the next one; other reasons may have changed since. */
function foundBefore({ workload: { status } }: Scope): State | undefined {
  const known = findCondition(status?.conditions, conditionTypes.gpuMeasured);
  return [found.There, found.Missing].find(({ reason }) => reason === known?.reason);
}
