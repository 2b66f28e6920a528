import { DEFAULT_MAINTENANCE_NOTICE_SECONDS, type WorkloadStatus } from '@gpulease/crds';
import { reasonToInterrupt } from '../decide/may-run.ts';
import { scheduledStop } from '../decide/schedule.ts';
import type { Scope } from '../scope.ts';

type Interruption = NonNullable<WorkloadStatus['interruption']>;

/** Returns the notice for a switched-on machine, which stands as long as its reason. */
export function interruptionOf(scope: Scope): Interruption | undefined {
  const { workload, now } = scope;
  const reason = reasonToInterrupt(scope);
  if (reason === undefined) return undefined;
  const before = workload.status?.interruption;
  const given = before?.reason === reason ? before : undefined;
  return { reason, noticedAt: given?.noticedAt ?? now.toISOString(), stopAt: stopAt(scope, reason, given) };
}

/** An owner may move a scheduled stop after its notice; other stops keep the announced time. */
function stopAt(scope: Scope, reason: Interruption['reason'], given: Interruption | undefined): string {
  const announced = reason === 'Schedule' ? scheduledStop(scope)?.toISOString() : given?.stopAt;
  return announced ?? new Date(scope.now.getTime() + noticeMs(scope, reason)).toISOString();
}

function noticeMs({ computeNode, spotNoticeMs = 0 }: Scope, reason: Interruption['reason']): number {
  if (reason === 'Spot') return spotNoticeMs;
  return (computeNode?.spec.maintenance?.noticeSeconds ?? DEFAULT_MAINTENANCE_NOTICE_SECONDS) * 1000;
}
