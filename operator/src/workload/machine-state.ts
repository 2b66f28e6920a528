import type { Node } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { causes } from './causes.ts';
import { openRunOf } from './runs.ts';
import type { SeenMachine } from './runs.ts';
import type { Scope } from './scope.ts';
import type { Cause } from './transition.ts';

const MINUTE_MS = 60_000;
const START_DEADLINE_MS = 15 * MINUTE_MS;
/** While the disk is still being made from the image. */
const IMPORT_DEADLINE_MS = 60 * MINUTE_MS;
const NODE_LOST_MS = 10 * MINUTE_MS;
const CRASH_WINDOW_MS = 10 * MINUTE_MS;
const CRASHES = 3;
/** kube-scheduler may still be learning that a machine has left; only then is its refusal final. */
const REFUSAL_MS = 30_000;

/** A moment at which a fact changes without anybody writing anything. */
export interface Deadline {
  at: Date;
  cause: Cause;
}

/** The machine as the run ledger sees it. */
export function seenMachine({ machine }: Scope): SeenMachine | undefined {
  if (machine === undefined) return undefined;
  const ends = [
    transitionTime(machine, 'Succeeded'),
    transitionTime(machine, 'Failed'),
    dateOf(machine.metadata.deletionTimestamp),
  ];
  return {
    id: machine.metadata.uid ?? '',
    runningSince: transitionTime(machine, 'Running'),
    overSince: ends.filter((end) => end !== undefined).sort((a, b) => a.getTime() - b.getTime())[0],
  };
}

/** The present start gave a machine that runs: not one whose run was already closed. */
export function isRunning(scope: Scope): boolean {
  const { machine } = scope;
  if (machine?.status?.phase !== 'Running' || machine.metadata.deletionTimestamp !== undefined) return false;
  return !isRunClosed(scope);
}

/** The machine's run is over in the ledger, so it is on its way out by our own will. */
export function isRunClosed({ workload, machine }: Scope): boolean {
  const run = workload.status?.runs?.find(({ id }) => id === machine?.metadata.uid);
  return run?.stoppedAt !== undefined;
}

/** Why a machine that should run is on its way to another start. */
export function restartOf(scope: Scope): Cause | undefined {
  const { workload, machine } = scope;
  if (isRestartAsked(workload)) return causes.restartRequested;
  const run = openRunOf(workload.status?.runs ?? []);
  if (run === undefined) return undefined;
  const goesOn =
    machine?.metadata.uid === run.id &&
    machine.metadata.deletionTimestamp === undefined &&
    machine.status?.phase !== 'Failed';
  return goesOn ? undefined : causes.machineReplaced;
}

function isRestartAsked({ spec, status }: Scope['workload']): boolean {
  if (spec.restartedAt === undefined) return false;
  return status?.restartedAt === undefined || Date.parse(spec.restartedAt) > Date.parse(status.restartedAt);
}

/** What has gone wrong, or will have if nothing changes until then. Soonest first. */
export function failureDeadlines(scope: Scope): Deadline[] {
  const found = [importFailed(scope), crashLoop(scope), startDeadline(scope), nodeLost(scope)];
  return found.filter((deadline) => deadline !== undefined).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function importFailed({ rootDisk, now }: Scope): Deadline | undefined {
  return rootDisk?.status?.phase === 'Failed' ? { at: now, cause: causes.importFailed } : undefined;
}

/** Crashes before the present place was found belong to an earlier attempt. */
function crashLoop({ workload, virtualMachine, now }: Scope): Deadline | undefined {
  const { runs = [], placed } = workload.status ?? {};
  const since = Math.max(now.getTime() - CRASH_WINDOW_MS, placed === undefined ? 0 : Date.parse(placed.at));
  const crashes = runs.filter(
    ({ endReason, startedAt }) => endReason === 'MachineEnded' && Date.parse(startedAt) > since,
  );
  const failedStarts = virtualMachine?.status?.startFailure?.consecutiveFailCount ?? 0;
  const isLoop = Math.max(crashes.length, failedStarts) >= CRASHES;
  return isLoop ? { at: now, cause: causes.crashLoop } : undefined;
}

function startDeadline(scope: Scope): Deadline | undefined {
  const { workload, rootDisk } = scope;
  if (workload.status?.phase !== 'Starting') return undefined;
  const isImporting = rootDisk !== undefined && rootDisk.status?.phase !== 'Succeeded';
  const allowed = isImporting ? IMPORT_DEADLINE_MS : START_DEADLINE_MS;
  return { at: new Date(startingSince(scope) + allowed), cause: causes.startDeadlineExceeded };
}

/**
 * A start begins with its place, with the end of the run before, or with the reserved time, whichever came last. While a
 * run is still open the machine before is on its way out, and the start has yet to begin.
 */
function startingSince({ workload: { spec, status }, now }: Scope): number {
  const runs = status?.runs ?? [];
  if (openRunOf(runs) !== undefined) return now.getTime();
  const moments = [
    status?.placed?.at,
    spec.reservation?.startTime,
    ...runs.map(({ stoppedAt }) => stoppedAt),
  ];
  const known = moments.filter((moment) => moment !== undefined).map((moment) => Date.parse(moment));
  return known.length === 0 ? now.getTime() : Math.max(...known);
}

function nodeLost({ machine, node }: Scope): Deadline | undefined {
  const since = machine && notReadySince(node);
  return since && { at: new Date(since.getTime() + NODE_LOST_MS), cause: causes.nodeLost };
}

/** When kube-scheduler's refusal of the machine's pod is to be taken as final. */
export function refusal({ pods }: Scope): Deadline | undefined {
  const refused = pods
    .flatMap((pod) => pod.status?.conditions ?? [])
    .find(
      ({ type, status, reason }) =>
        type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable',
    );
  const since = dateOf(refused?.lastTransitionTime);
  return since && { at: new Date(since.getTime() + REFUSAL_MS), cause: causes.unschedulable };
}

function notReadySince(node: Node | undefined): Date | undefined {
  const ready = node?.status?.conditions?.find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True' ? undefined : dateOf(ready.lastTransitionTime);
}

/** The last sign of life of a node that is lost. */
export function lastHeartbeat({ node }: Scope): Date | undefined {
  const since = notReadySince(node);
  const ready = node?.status?.conditions?.find(({ type }) => type === 'Ready');
  const heartbeat =
    ready !== undefined && 'lastHeartbeatTime' in ready ? String(ready.lastHeartbeatTime) : undefined;
  return since && (dateOf(heartbeat) ?? since);
}

function transitionTime(machine: VirtualMachineInstance, phase: string): Date | undefined {
  const transition = machine.status?.phaseTransitionTimestamps?.find((one) => one.phase === phase);
  return dateOf(transition?.phaseTransitionTimestamp);
}

function dateOf(timestamp: string | undefined): Date | undefined {
  return timestamp === undefined ? undefined : new Date(timestamp);
}

/** The guest is up and answers its readiness probe, if it has one. */
export function isReady({ machine }: Scope): boolean {
  return (
    machine?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
  );
}
