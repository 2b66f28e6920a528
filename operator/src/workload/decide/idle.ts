/** Computes since when a machine is idle, and when that stops it (`scheduleOver` does). Pure. */
import { isDeepStrictEqual } from 'node:util';
import { phaseOf } from '@gpulease/crds';
import { dateOf, MINUTE_MS } from '@gpulease/kube';
import type { Scope } from '../scope.ts';

type Seen = Pick<Scope, 'workload' | 'idle'>;

/** Returns since when the running machine has been idle. Until it is measured, as after an operator start, the status counts. */
export function idleSince({ workload: { spec, status = {} }, idle }: Seen): Date | undefined {
  const { schedule } = status;
  const isCounted = isDeepStrictEqual(schedule?.idle, spec.schedule?.idle);
  if (!isCounted || phaseOf({ status }) !== 'Running') return undefined;
  return idle === undefined ? dateOf(schedule?.idleSince) : idle.since;
}

/** Returns when the machine will have been idle for the time that its rule sets. */
export function endOfIdleness(seen: Seen): number | undefined {
  const rule = seen.workload.spec.schedule?.idle;
  const since = idleSince(seen);
  return rule === undefined || since === undefined ? undefined : since.getTime() + rule.minutes * MINUTE_MS;
}
