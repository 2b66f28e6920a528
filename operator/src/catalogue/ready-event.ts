import { catalogueReasons, conditionTypes, type Condition } from '@gpulease/crds';
import { findCondition, type EventFields } from '@gpulease/kube';
import type { CommonStatus } from './status.ts';

/** Reasons for not being Ready that need no action: work is in progress, or the state is intended. */
const ORDINARY: readonly string[] = [
  catalogueReasons.importing,
  catalogueReasons.noRegion,
  catalogueReasons.namespaceMissing,
  catalogueReasons.quotaUnknown,
  catalogueReasons.suspended,
  catalogueReasons.deleting,
];

/** Returns the event for a change of Ready; undefined if nothing changed or the object is ready from the start. */
export function readyEvent(
  before: CommonStatus | undefined,
  after: CommonStatus | undefined,
): EventFields | undefined {
  const was = readiness(before);
  const is = readiness(after);
  if (is === undefined || isSame(was, is)) return undefined;
  const isReady = is.status === 'True';
  if (isReady && was === undefined) return undefined;
  return {
    type: isReady || ORDINARY.includes(is.reason) ? 'Normal' : 'Warning',
    reason: is.reason,
    action: isReady ? 'BecameReady' : 'BecameNotReady',
    note: is.message,
  };
}

function readiness(status: CommonStatus | undefined): Condition | undefined {
  return findCondition(status?.conditions, conditionTypes.ready);
}

function isSame(was: Condition | undefined, is: Condition): boolean {
  return was?.status === is.status && was.reason === is.reason;
}
