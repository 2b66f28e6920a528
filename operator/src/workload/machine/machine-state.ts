import { openRunOf, restartAskedAt, workloadReasons } from '@gpulease/crds';
import { dateOf, findCondition, isConditionTrue, MINUTE_MS, soonest } from '@gpulease/kube';
import { causes, startDeadlineExceeded } from '../causes/causes.ts';
import { diskCopyStuck, importFailed } from '../causes/disk-causes.ts';
import { lastHeartbeat, nodeLostDeadline, wasPreempted, wentWithHost } from './lost-node.ts';
import type { SeenMachine } from '../runs/runs.ts';
import type { Scope } from '../scope.ts';
import { diskMessage, noPlace, refusedPod, startFailure } from './start.ts';
import { startingSince } from '../runs/start-time.ts';
import type { Cause, Deadline } from '../causes/cause.ts';
import type { KeptInstance } from '../../kept/kept.ts';

const START_DEADLINE_MS = 15 * MINUTE_MS;
/** Applies while the disk is being created from the image. */
const IMPORT_DEADLINE_MS = 60 * MINUTE_MS;
const CRASH_WINDOW_MS = 10 * MINUTE_MS;
const CRASHES = 3;
/** How long a refusal must last to be final, because kube-scheduler may not know yet that a machine has left. */
const REFUSAL_MS = 30_000;

/**
 * Returns the machine as the run ledger sees it. Its times come from the clock of its host, which may be wrong, so they are
 * clamped between the creation of the instance, which the API server dates, and now.
 */
export function seenMachine(scope: Scope): SeenMachine | undefined {
  const { machine, now } = scope;
  if (machine === undefined) return undefined;
  const began = transitionTime(machine, 'Running');
  const createdAt = dateOf(machine.metadata.creationTimestamp);
  const deletedAt = dateOf(machine.metadata.deletionTimestamp);
  const ended = endedSince(scope, machine);
  const over = soonest(ended, deletedAt);
  const isSwitchedOff = deletedAt !== undefined && (ended === undefined || deletedAt < ended);
  return {
    id: machine.metadata.uid ?? '',
    createdAt,
    runningSince: began && within(createdAt, began, now),
    overSince: over && within(undefined, over, now),
    ...(wentWithHost(scope) ? { endReason: hostEnd(scope) } : { isSwitchedOff }),
  };
}

/** Returns the end reason of a run whose host failed or whose pod the cluster removed. */
function hostEnd(scope: Scope): string {
  return wasPreempted(scope) ? workloadReasons.preempted : workloadReasons.nodeLost;
}

/** Returns when the instance ended, because of its guest or its host. */
function endedSince(scope: Scope, machine: KeptInstance): Date | undefined {
  const isFinal = ['Succeeded', 'Failed'].includes(machine.status?.phase ?? '');
  return soonest(
    transitionTime(machine, 'Succeeded'),
    transitionTime(machine, 'Failed'),
    // KubeVirt records no time when it marks an instance as failed because its pod is gone.
    isFinal ? instanceNotReadySince(machine) : undefined,
    isFinal ? lastHeartbeat(scope) : undefined,
  );
}

/** Returns since when there has been no instance: as recorded by KubeVirt, or else now. */
export function goneSince(scope: Scope): Date {
  return within(undefined, recordedGoneAt(scope) ?? scope.now, scope.now);
}

/** Returns the last sign of life of the open run's instance, if it is gone or replaced. */
export function vanishedAt(scope: Scope): Date | undefined {
  const { workload, machine, lastSeenAt } = scope;
  const run = openRunOf(workload.status?.runs ?? []);
  if (run === undefined || machine?.metadata.uid === run.id) return undefined;
  const noted = recordedGoneAt(scope);
  const goneAt = noted !== undefined && noted >= new Date(run.startedAt) ? noted : undefined;
  return soonest(goneAt, dateOf(machine?.metadata.creationTimestamp), lastSeenAt);
}

/** Returns since when there has been no instance, as recorded by KubeVirt. */
function recordedGoneAt({ virtualMachine }: Scope): Date | undefined {
  // The caches store this condition only if the machine has no instance.
  const unready = findCondition(virtualMachine?.status?.conditions, 'Ready');
  return dateOf(unready?.lastTransitionTime);
}

/** Reasons why a running instance is not ready: its probe fails, or it is paused. */
const UNREADY_BUT_ON = ['ContainersNotReady', 'ReadinessGatesNotReady'];

/** Returns since when the instance has not been ready because it ended. */
function instanceNotReadySince({ status }: KeptInstance): Date | undefined {
  const ready = findCondition(status?.conditions, 'Ready');
  if (ready?.status !== 'False' || UNREADY_BUT_ON.includes(ready.reason ?? '')) return undefined;
  return dateOf(ready.lastTransitionTime);
}

function within(from: Date | undefined, date: Date, to: Date): Date {
  return new Date(Math.max(from?.getTime() ?? 0, Math.min(date.getTime(), to.getTime())));
}

/** Returns whether the guest powered off by itself, not because of a deletion: KubeVirt deletes an instance only after its end. */
export function hasShutDownItself(scope: Scope): boolean {
  const { machine } = scope;
  if (machine?.status?.phase !== 'Succeeded' || isRunClosed(scope) || wentWithHost(scope)) return false;
  const deletedAt = dateOf(machine.metadata.deletionTimestamp);
  const endedAt = transitionTime(machine, 'Succeeded');
  return deletedAt === undefined || endedAt === undefined || deletedAt >= endedAt;
}

/** Returns whether the present start resulted in a running machine, not one whose run is already closed. */
export function isRunning(scope: Scope): boolean {
  const { machine } = scope;
  if (machine?.status?.phase !== 'Running' || machine.metadata.deletionTimestamp !== undefined) return false;
  return !isRunClosed(scope);
}

/** Returns whether the machine's run is closed in the ledger, which means that we are stopping it. */
export function isRunClosed({ workload, machine }: Scope): boolean {
  const run = workload.status?.runs?.find(({ id }) => id === machine?.metadata.uid);
  return run?.stoppedAt !== undefined;
}

/** Returns why a machine that should run is about to start again. */
export function restartOf(scope: Scope): Cause | undefined {
  const { workload, machine, now } = scope;
  if (restartAskedAt(workload, now) !== undefined) return causes.restartRequested;
  const run = openRunOf(workload.status?.runs ?? []);
  if (run === undefined) return undefined;
  if (machine?.metadata.uid === run.id && goesOn(machine)) return undefined;
  if (wasPreempted(scope)) return causes.preempted;
  return wentWithHost(scope) ? causes.hostWentDown : causes.machineReplaced;
}

function goesOn({ metadata, status }: KeptInstance): boolean {
  return metadata.deletionTimestamp === undefined && status?.phase !== 'Failed';
}

/** Returns what has failed, or will fail if nothing changes until then. Soonest first. */
export function failureDeadlines(scope: Scope): Deadline[] {
  const found = [unfillableDisk(scope), crashLoop(scope), startDeadline(scope), nodeLostDeadline(scope)];
  return found.filter((deadline) => deadline !== undefined).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function unfillableDisk({ rootDisk, now }: Scope): Deadline | undefined {
  if (rootDisk?.status?.phase !== 'Failed') return undefined;
  return { at: now, cause: importFailed(diskMessage(rootDisk)) };
}

/** Crashes before the present place was found belong to an earlier attempt. */
function crashLoop(scope: Scope): Deadline | undefined {
  const { workload, virtualMachine, now } = scope;
  const { runs = [], placed } = workload.status ?? {};
  const since = Math.max(now.getTime() - CRASH_WINDOW_MS, placed === undefined ? 0 : Date.parse(placed.at));
  const crashes = runs.filter(
    ({ endReason, startedAt }) => endReason === workloadReasons.machineEnded && Date.parse(startedAt) > since,
  );
  const failedStarts = virtualMachine?.status?.startFailure?.consecutiveFailCount ?? 0;
  if (crashes.length >= CRASHES) return { at: now, cause: causes.crashLoop };
  // It never ran, so its console is empty.
  if (failedStarts >= CRASHES) return { at: now, cause: startDeadlineExceeded(startFailure(scope)) };
  return undefined;
}

function startDeadline(scope: Scope): Deadline | undefined {
  const { workload, rootDisk } = scope;
  if (workload.status?.phase !== 'Starting') return undefined;
  const since = startingSince(scope);
  if (rootDisk !== undefined && rootDisk.status?.phase !== 'Succeeded')
    return { at: new Date(since + IMPORT_DEADLINE_MS), cause: diskCopyStuck(rootDisk.status?.progress) };
  return { at: new Date(since + START_DEADLINE_MS), cause: startDeadlineExceeded(startFailure(scope)) };
}

/** Returns when kube-scheduler's refusal of the machine's pod is final. */
export function schedulerRefusal(scope: Scope): Deadline | undefined {
  const refused = refusedPod(scope.pods);
  const since = dateOf(refused?.lastTransitionTime);
  if (refused === undefined || since === undefined) return undefined;
  return { at: new Date(since.getTime() + REFUSAL_MS), cause: noPlace(scope, refused) };
}

function transitionTime(machine: KeptInstance, phase: string): Date | undefined {
  const transition = machine.status?.phaseTransitionTimestamps?.find((one) => one.phase === phase);
  return dateOf(transition?.phaseTransitionTimestamp);
}

/** Returns whether the guest is up and answers its readiness probe. Guests started before probes existed have none. */
export function isReady({ machine }: Scope): boolean {
  return isConditionTrue(machine?.status?.conditions, 'Ready');
}
