/** When a machine is stopped for being idle. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { phaseOf } from '@gpulease/crds';
import { dateOf, MINUTE_MS } from '@gpulease/kube';
import type { Scope } from '../scope.ts';

type Seen = Pick<Scope, 'workload' | 'idle'>;

/** Since when the running machine has been idle. What is written counts until it is looked at, as after a start of the operator. */
export function idleSince({ workload: { spec, status = {} }, idle }: Seen): Date | undefined {
  const { schedule } = status;
  const isCounted = isDeepStrictEqual(schedule?.idle, spec.schedule?.idle);
  if (!isCounted || phaseOf({ status }) !== 'Running') return undefined;
  return idle === undefined ? dateOf(schedule?.idleSince) : idle.since;
}

/** When it will have been idle for as long as its rule says. */
export function endOfIdleness(seen: Seen): number | undefined {
  const rule = seen.workload.spec.schedule?.idle;
  const since = idleSince(seen);
  return rule === undefined || since === undefined ? undefined : since.getTime() + rule.minutes * MINUTE_MS;
}
