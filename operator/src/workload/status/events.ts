import { conditionTypes, phaseOf, scheduledHalts, type Workload } from '@gpulease/crds';
import { findCondition, type EventFields, type EventRecorder } from '@gpulease/kube';
import { causes, notice } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import { interruptionFor } from '../decide/may-run.ts';
import { inFull, type Cause, type Transition } from '../causes/cause.ts';
import type { Decision } from '../decide/transition.ts';

/** Records a phase that has just been reached. */
export function recordTransition(workload: Workload, transition: Transition, recorder: EventRecorder): void {
  const cause = workload.status?.lastTransition ?? transition;
  void recorder.record(workload, {
    type: isWarning(transition) ? 'Warning' : 'Normal',
    action: `Became${transition.phase}`,
    ...eventTextOf(cause),
  });
}

/** Normal stops that powerState did not request. */
const ORDINARY_STOPS: readonly string[] = [
  causes.guestPoweredOff.reason,
  causes.termEnded.reason,
  ...scheduledHalts,
];

/** A failure, a lost place, a refused order, or a machine stopped against its owner's will. */
function isWarning({ phase, reason, halt }: Transition): boolean {
  if (phase === 'Pending') return !EXPECTED_WAITS.includes(reason);
  return phase === 'Failed' || (halt !== undefined && !ORDINARY_STOPS.includes(reason));
}

/** Normal waits of a Pending workload; all others block its start. */
const EXPECTED_WAITS: readonly string[] = [
  causes.waitingForOrder,
  causes.waitingForSettlement,
  causes.imageNotReady,
  causes.placing,
  causes.booked,
  causes.awaitingSpot,
  causes.reservationTooFar,
].map(({ reason }) => reason);

/** Records one event when a failure that does not change the phase begins, or when a Pending workload begins to wait. */
export function recordStay(
  before: Workload,
  after: Workload,
  decision: Decision,
  recorder: EventRecorder,
): void {
  const cause =
    decision.standingFailure ?? (phaseOf(after) === 'Pending' ? decision.observed.waiting : undefined);
  if (cause === undefined || before.status?.reason === cause.reason) return;
  const isExpected = decision.standingFailure === undefined && EXPECTED_WAITS.includes(cause.reason);
  void recorder.record(after, {
    type: isExpected ? 'Normal' : 'Warning',
    action: `Stayed${phaseOf(after)}`,
    ...eventTextOf(cause),
  });
}

/** Records when a notice is given or withdrawn. */
export function recordNotice(scope: Scope, after: Workload, recorder: EventRecorder): void {
  const [noticed, present] = [scope.workload.status?.interruption, after.status?.interruption];
  if (noticed?.noticedAt === present?.noticedAt) return;
  const cause: Cause =
    present === undefined ? causes.noticeWithdrawn : notice(present, interruptionFor(scope));
  const isGiven = present !== undefined;
  void recorder.record(after, {
    type: isGiven ? 'Warning' : 'Normal',
    action: isGiven ? 'GaveNotice' : 'WithdrewNotice',
    ...eventTextOf(cause),
  });
}

/** Records one event when it becomes known that a machine cannot be stopped when idle. */
export function recordUnmeasured({ workload }: Scope, after: Workload, recorder: EventRecorder): void {
  const [before, present] = [workload, after].map(({ status }) =>
    findCondition(status?.conditions, conditionTypes.gpuMeasured),
  );
  if (present?.status !== 'False' || before?.reason === present.reason) return;
  const { reason, message } = present;
  void recorder.record(after, { type: 'Warning', action: 'LookedAtLoad', reason, note: message });
}

/** Administrators read the full cause; the portal shows customers only its message. */
function eventTextOf(cause: Cause): Pick<EventFields, 'reason' | 'note' | 'message' | 'parameters'> {
  const { reason, message, detail, parameters } = cause;
  return { reason, note: inFull(cause), message: detail === undefined ? undefined : message, parameters };
}
