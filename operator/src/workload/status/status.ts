import { isDeepStrictEqual } from 'node:util';
import { movesFromLostNode, phaseOf, resumableHalts, waitsForMaintenance } from '@gpulease/crds';
import type { Run, Workload, WorkloadPhase, WorkloadStatus } from '@gpulease/crds';
import { withoutEmpty } from '@gpulease/kube';
import { resourcesOf } from '@gpulease/placement/resources';
import { conditionsOf, isOwnCondition } from './conditions.ts';
import { reachOf, unreachable } from '../network/exposure.ts';
import { isCertainlyOff, lastHeartbeat } from '../machine/lost-node.ts';
import { goneSince, seenMachine, vanishedAt } from '../machine/machine-state.ts';
import { nextPhase, type Decision } from '../decide/transition.ts';
import { mustReleasePlace, nextRetry, type Retry } from '../decide/retry.ts';
import { causes, nodeLost, notice } from '../causes/causes.ts';
import { dataClaim } from '../disk/lost-disk.ts';
import { rootDiskSize } from '../disk/root-disk.ts';
import { inOrder, recordGone, pruneRuns, recordRuns, type SeenMachine } from '../runs/runs.ts';
import { isMachineGone, type Scope } from '../scope.ts';
import { interruptionOf } from './interruption.ts';
import { announcedMaintenance, isStartedAfterMaintenance, startsAfterwards } from '../decide/maintenance.ts';
import { moveRefused } from '../decide/moving.ts';
import { isFunded, isReserved, isResumable, interruptionFor, stopOf } from '../decide/may-run.ts';
import { isStartedByPlan, scheduleOf, scheduleOver } from '../decide/schedule.ts';
import { causeOf, type Cause } from '../causes/cause.ts';

/** The operator's fields of the status, without billing's. */
export type OwnStatus = Omit<WorkloadStatus, 'billing'>;

const HOLDING_PHASES: readonly WorkloadPhase[] = ['Scheduled', 'Starting', 'Running', 'Stopping'];
const SWITCHED_ON: readonly WorkloadPhase[] = ['Starting', 'Running'];

/** Builds the complete desired status from the observed state and the decision. */
export function buildStatus(scope: Scope, decision: Decision): OwnStatus {
  const { workload } = scope;
  const phase = nextPhase(scope, decision);
  const interruption = SWITCHED_ON.includes(phase) ? interruptionOf(scope) : undefined;
  const cause = phaseCause(scope, decision);
  const told = statusTextOf(scope, decision, interruption) ?? cause;
  const retry = nextRetry(scope, phase, failureOf(scope, decision));
  const placed = placedOf(scope, decision, retry);
  const runs = runsOf(scope, decision);
  const last = runs.at(-1);
  const halt = haltOf(scope, decision);
  return withoutEmpty({
    phase,
    reason: told.reason,
    message: told.message,
    parameters: told.parameters,
    conditions: conditionsOf(scope, {
      phase,
      cause,
      failure: decision.standingFailure,
      node: placed?.node,
    }),
    observedGeneration: workload.metadata.generation,
    updatedAt: updatedAt(scope),
    username: usernameOf(scope),
    lastTransition: lastTransition(scope, decision),
    retry,
    placed,
    resources: resourcesOf(scope),
    rootDiskSize: rootDiskSize(scope),
    diskNode: scope.diskNode,
    rootDiskClaim: dataClaim(scope, decision.transition?.reason),
    halt,
    restartedAt: restartHandled(scope, decision),
    interruption,
    plannedMaintenance: announcedMaintenance(scope, placed),
    schedule: scheduleOf(scope, { runs, halt }),
    ...reachOf(scope, phase),
    virtualMachine: placed === undefined && scope.virtualMachine === undefined ? undefined : scope.child,
    startedAt: last?.startedAt,
    stoppedAt: last?.stoppedAt,
    runs: runs.length === 0 ? undefined : runs,
  });
}

function usernameOf({ tenant, workload }: Scope): string | undefined {
  return tenant?.spec.username ?? workload.status?.username;
}

/** Returns the most urgent message other than the cause of the phase. */
function statusTextOf(
  scope: Scope,
  decision: Decision,
  interruption: OwnStatus['interruption'],
): Cause | undefined {
  const { standingFailure, transition } = decision;
  if (standingFailure !== undefined) return standingFailure;
  if (interruption !== undefined && transition === undefined)
    return notice(interruption, interruptionFor(scope));
  return nextPhase(scope, decision) === 'Running' ? (unreachable(scope) ?? moveRefused(scope)) : undefined;
}

/** Returns whether the status is already as wanted. */
export function isSettled({ status }: Workload, wanted: OwnStatus): boolean {
  return isDeepStrictEqual(comparable(status), comparable(wanted));
}

/** Returns our own fields in a fixed order, because the API server may merge lists in another. */
export function comparable(status: WorkloadStatus | undefined): OwnStatus {
  const { billing: _, conditions = [], runs, ...rest } = status ?? {};
  const own = conditions.filter(isOwnCondition).sort((a, b) => (a.type < b.type ? -1 : 1));
  return { ...rest, conditions: own, ...(runs === undefined ? {} : { runs: inOrder(runs) }) };
}

function phaseCause({ workload }: Scope, { transition, observed, failure }: Decision): Cause {
  const { halt } = workload.status ?? {};
  // The reason of the stop tells users more than that the machine is stopped.
  const isStopped = transition?.phase === 'Stopped' && phaseOf(workload) === 'Stopping';
  if (transition !== undefined && !(isStopped && halt !== undefined)) return causeOf(transition);
  return phaseOf(workload) === 'Pending' ? (failure ?? observed.waiting) : presentCause(workload);
}

/** Returns why the workload is in its phase, whatever failure its status reports. */
function presentCause({ status }: Workload): Cause {
  if (status?.phase === 'Running') return causes.running;
  const { reason = causes.placing.reason, message = causes.placing.message } = status ?? {};
  return status?.lastTransition === undefined ? { reason, message } : causeOf(status.lastTransition);
}

/** Returns when and why the workload entered its phase. */
function lastTransition(scope: Scope, decision: Decision): OwnStatus['lastTransition'] {
  const { lastTransition: before } = scope.workload.status ?? {};
  if (decision.transition === undefined && before !== undefined) return before;
  return { at: scope.now.toISOString(), ...phaseCause(scope, decision) };
}

/** Returns what blocks the start and is retried: a failure of this reconcile, or a refused place. */
function failureOf({ workload }: Scope, { failure, transition }: Decision): Cause | undefined {
  if (failure !== undefined || transition === undefined) return failure;
  return phaseOf(workload) === 'Starting' && transition.phase === 'Pending' ? transition : undefined;
}

/** Returns the allocation on a node, which lasts until the machine is gone and its reserved term is over. */
function placedOf(scope: Scope, decision: Decision, retry: Retry | undefined): OwnStatus['placed'] {
  const { workload, now, answer } = scope;
  const given = answer !== undefined && 'node' in answer ? newPlace(scope, decision, answer.node) : undefined;
  if (given !== undefined && !mustReleasePlace(retry, now)) return given;
  if (!keepsPlace(scope, nextPhase(scope, decision))) return undefined;
  return given ?? withTerm(scope, workload.status?.placed);
}

function keepsPlace(scope: Scope, phase: WorkloadPhase): boolean {
  if (HOLDING_PHASES.includes(phase)) return true;
  if (!isMachineGone(scope)) return true;
  if (phase === 'Failed' && movesFromLostNode(scope.workload) && !isCertainlyOff(scope)) return true;
  return isBooked(scope) && keepsBooking(phaseOf(scope.workload), phase);
}

/** Returns whether a paid Reserved term has not ended. */
function isBooked(scope: Scope): boolean {
  return isReserved(scope) && isFunded(scope) && scope.workload.status?.placed?.until !== undefined;
}

/** A booking outlives stops, but not the loss of its slot or its node. */
function keepsBooking(before: WorkloadPhase, phase: WorkloadPhase): boolean {
  return phase === 'Stopped' || (phase === 'Pending' && !['Scheduled', 'Failed'].includes(before));
}

/** A start resets the time of its place, however long the place was booked before. */
function newPlace(scope: Scope, { transition }: Decision, node: string): OwnStatus['placed'] {
  const { placed } = scope.workload.status ?? {};
  const isStart = transition?.phase === 'Scheduled' || transition?.phase === 'Starting';
  const isKept = placed?.node === node && !isStart;
  return withTerm(scope, { node, at: isKept ? placed.at : scope.now.toISOString() });
}

/** Billing may move the end of a Reserved term while it lasts. */
function withTerm(scope: Scope, placed: OwnStatus['placed']): OwnStatus['placed'] {
  const until = scope.workload.status?.billing?.fundedUntil;
  if (placed === undefined || until === undefined || !isReserved(scope)) return placed;
  return { ...placed, until };
}

function haltOf(scope: Scope, { transition }: Decision): OwnStatus['halt'] {
  const { workload, now } = scope;
  if (transition?.halt !== undefined) {
    const isStarted = transition.halt === resumableHalts.maintenance && startsAfterwards(scope);
    return {
      ...{ reason: transition.halt, at: now.toISOString(), ...nodeOf(workload) },
      ...(isStarted && { resume: 'Automatic' as const }),
    };
  }
  // A new start was requested, or the owner switched the machine off: either way the halt is over.
  const isLifted = transition?.phase === 'Pending' || workload.spec.powerState === 'Stopped';
  return isLifted || isStartedByPlan(scope) ? undefined : currentHalt(scope);
}

/** A cause that would have stopped a machine that is off and should start automatically replaces its halt. */
function currentHalt(scope: Scope): OwnStatus['halt'] {
  const { halt } = scope.workload.status ?? {};
  const reason = overtaking(scope)?.halt;
  if (reason === undefined) return isStartedAfterMaintenance(scope) ? undefined : halt;
  return { ...(halt?.node !== undefined && { node: halt.node }), reason, at: scope.now.toISOString() };
}

function overtaking(scope: Scope): Cause | undefined {
  const { workload } = scope;
  if (movesFromLostNode(workload)) return isCertainlyOff(scope) ? stopOf(scope) : undefined;
  if (isStartedAfterMaintenance(scope)) return stopOf(scope);
  return workload.status?.phase === 'Stopped' && wouldStart(scope) ? scheduleOver(scope) : undefined;
}

/** Returns whether a stopped machine starts automatically. With a weekly plan and `resume: Manual` it waits for its owner. */
function wouldStart({ workload }: Scope): boolean {
  const { spec, status } = workload;
  if (status?.halt === undefined || waitsForMaintenance(workload)) return true;
  const isLeftToOwner = spec.schedule?.weekly !== undefined && spec.resume === 'Manual';
  return isResumable(status.halt.reason) && !isLeftToOwner;
}

/** Records where the machine was, so that machines stopped by a maintenance can be found. */
function nodeOf({ status }: Scope['workload']): { readonly node?: string } {
  return status?.placed === undefined ? {} : { node: status.placed.node };
}

/** Every fresh start fulfills the restart requested until then, and every halt cancels it. */
function restartHandled({ workload: { spec, status } }: Scope, { transition }: Decision): string | undefined {
  const isFreshStart =
    transition !== undefined && ['Scheduled', 'Starting', 'Running'].includes(transition.phase);
  const isOver = isFreshStart || transition?.halt !== undefined;
  return isOver ? (spec.restartedAt ?? status?.restartedAt) : status?.restartedAt;
}

function runsOf(scope: Scope, decision: Decision): Run[] {
  const machine = billedMachine(scope);
  return recordGone(endedRuns(scope, decision, machine), machine, goneSince(scope));
}

function endedRuns(scope: Scope, decision: Decision, machine: SeenMachine | undefined): Run[] {
  const { workload } = scope;
  const { runs = [], billing } = workload.status ?? {};
  const kept = pruneRuns(inOrder(runs), billing?.settledRun);
  const isOn = SWITCHED_ON.includes(nextPhase(scope, decision));
  if (isOn && decision.transition?.phase !== 'Starting') return recordRuns(kept, machine);
  const { reason } = phaseCause(scope, decision);
  return recordRuns(kept, machine, { at: endOfRun(scope, reason), reason, isFinal: !isOn });
}

/** A run that the platform interrupted, or whose instance vanished, ended before this reconcile. */
function endOfRun(scope: Scope, reason: string): Date {
  const { now } = scope;
  const end = reason === nodeLost('').reason ? (lastHeartbeat(scope) ?? now) : now;
  return earlier(earlier(end, vanishedAt(scope)), spotNoticedAt(scope));
}

/** Returns the machine with its end no later than its Spot notice, whatever ended it. */
function billedMachine(scope: Scope): SeenMachine | undefined {
  const machine = seenMachine(scope);
  if (machine?.overSince === undefined) return machine;
  return { ...machine, overSince: earlier(machine.overSince, spotNoticedAt(scope)) };
}

function spotNoticedAt({ workload }: Scope): Date | undefined {
  const { interruption } = workload.status ?? {};
  return interruption?.reason === 'Spot' ? new Date(interruption.noticedAt) : undefined;
}

function earlier(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one;
}

function updatedAt({ workload, now }: Scope): string {
  const { status, metadata } = workload;
  const isSeen = status?.observedGeneration === metadata.generation;
  return (isSeen ? status?.updatedAt : undefined) ?? now.toISOString();
}
