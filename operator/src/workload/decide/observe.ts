import { dateOf, soonest } from '@gpulease/kube';
import { causes } from '../causes/causes.ts';
import { failureDeadlines, isRunning, restartOf, schedulerRefusal } from '../machine/machine-state.ts';
import { diskMoments, diskRefusal } from '../disk/disk-refusal.ts';
import { lostDisk } from '../disk/lost-disk.ts';
import { stuckDeadline } from '../machine/leftover.ts';
import { isStartTimeReached, startTimeOf } from '../runs/start-time.ts';
import { pausedBy, placeGivenBack } from './retry.ts';
import { areChildrenGone, isMachineGone, type Scope } from '../scope.ts';
import { maintenanceMoments, nodeStateOf } from './maintenance.ts';
import { moveOf } from './moving.ts';
import { bookableFrom, endOf, impossibleOf, mayStart, missingOf, stopOf } from './may-run.ts';
import { soldOutFor } from './placing.ts';
import { scheduleMoments } from './schedule.ts';
import type { Cause, Deadline } from '../causes/cause.ts';
import type { Observed } from './transition.ts';

/** Derives the facts that decide the phase from the scope. */
export function observe(scope: Scope): Observed {
  const { workload, now, answer } = scope;
  const placed = answer !== undefined && 'node' in answer && !answer.awaitsSpot;
  const mayBegin = isStartTimeReached(scope) && scope.failures.length === 0 && pausedBy(scope) === undefined;
  return {
    deleting: workload.metadata.deletionTimestamp !== undefined,
    machineGone: isMachineGone(scope),
    childrenGone: areChildrenGone(scope),
    stop: stopOf(scope),
    end: endOf(scope),
    impossible: impossibleOf(scope),
    soldOut: soldOutFor(scope),
    waiting: waitingFor(scope),
    placed: placed && mayBegin,
    slotLost: placeLost(scope),
    mayBegin,
    running: isRunning(scope),
    refused: refusedStart(scope),
    failure: failureDeadlines(scope).find((deadline) => isDue(deadline, now))?.cause,
    diskLost: lostDisk(scope),
    restart: restartOf(scope),
    move: mayBegin ? moveOf(scope) : undefined,
    mayStart: mayStart(scope),
  };
}

function waitingFor(scope: Scope): Cause {
  const { answer } = scope;
  const cause = missingOf(scope) ?? placeGivenBack(scope);
  if (cause !== undefined) return cause;
  if (answer === undefined) return causes.placing;
  if (!('node' in answer)) return answer.refusal;
  if (!isStartTimeReached(scope)) return causes.booked;
  return answer.awaitsSpot ? causes.awaitingSpot : causes.placing;
}

/** Returns why a place that was assigned before the start can no longer be used. */
function placeLost(scope: Scope): Cause | undefined {
  const { workload, spotNoticeMs } = scope;
  if (workload.status?.phase !== 'Scheduled') return undefined;
  const refused = placeGivenBack(scope);
  if (refused !== undefined) return refused;
  if (nodeStateOf(scope) !== 'Active') return causes.nodeUnavailable;
  return spotNoticeMs === undefined ? undefined : causes.placeClaimed;
}

/** Returns why the start cannot succeed in this place. A start that already has an instance gets its full time. */
function refusedStart(scope: Scope): Cause | undefined {
  const refused = [schedulerRefusal(scope), diskRefusal(scope)].find(
    (deadline) => deadline !== undefined && isDue(deadline, scope.now),
  );
  if (refused !== undefined) return refused.cause;
  const hasInstance = scope.machine !== undefined || scope.pods.length > 0;
  return hasInstance ? undefined : placeGivenBack(scope);
}

function isDue({ at }: Deadline, now: Date): boolean {
  return now.getTime() >= at.getTime();
}

/** Returns the next time at which time alone may change the workload's phase. */
export function nextDeadline(scope: Scope): Date | undefined {
  const { workload } = scope;
  const { status } = workload;
  const moments = [
    ...failureDeadlines(scope).map(({ at }) => at),
    schedulerRefusal(scope)?.at,
    ...diskMoments(scope),
    stuckDeadline(scope)?.at,
    dateOf(status?.billing?.fundedUntil),
    dateOf(status?.interruption?.stopAt),
    ...scheduleMoments(scope),
    ...maintenanceMoments(scope),
    dateOf(status?.retry?.nextAt),
    dateOf(startTimeOf(scope)),
    dateOf(workload.spec.moveRequestedAt),
    bookableFrom(scope),
  ];
  return soonest(...moments.filter((moment) => moment !== undefined && moment > scope.now));
}
