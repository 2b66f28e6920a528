import { phaseOf } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { EventRecorder } from '@gpulease/kube';
import { causes, notice } from './causes.ts';
import type { Scope } from '../scope.ts';
import { maintenanceReason } from '../decide/may-run.ts';
import type { Cause } from '../cause.ts';

/** Tells of a phase that has just been reached. */
export function recordTransition(workload: Workload, recorder: EventRecorder): void {
  const { phase = 'Pending', ...told } = workload.status ?? {};
  // That its guest has yet to answer is another matter.
  const { reason = phase, message = '' } = phase === 'Running' ? causes.running : told;
  void recorder.record(workload, {
    type: phase === 'Failed' ? 'Warning' : 'Normal',
    reason,
    action: `Became${phase}`,
    note: message,
  });
}

/** Once, when the trouble begins: `before` is the workload that did not tell of it yet. */
export function recordTrouble(before: Workload, { reason, message }: Cause, recorder: EventRecorder): void {
  if (before.status?.reason === reason) return;
  void recorder.record(before, {
    type: 'Warning',
    reason,
    action: `Stayed${phaseOf(before)}`,
    note: message,
  });
}

/** People read of a notice, and that it is withdrawn, among the workload's events. */
export function recordNotice(scope: Scope, after: Workload, recorder: EventRecorder): void {
  const [noticed, present] = [scope.workload.status?.interruption, after.status?.interruption];
  if (noticed?.noticedAt === present?.noticedAt) return;
  const { reason, message: note } =
    present === undefined ? causes.noticeWithdrawn : notice(present, maintenanceReason(scope));
  const isGiven = present !== undefined;
  void recorder.record(after, {
    type: isGiven ? 'Warning' : 'Normal',
    reason,
    action: isGiven ? 'GaveNotice' : 'WithdrewNotice',
    note,
  });
}
