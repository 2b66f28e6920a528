import type { Condition } from '@gpulease/crds';
import { setCondition, type ConditionChange } from '@gpulease/kube';

/** The wanted conditions and no others; those whose status is as before keep their time. */
export function conditionsFrom(
  before: readonly object[] | undefined,
  wanted: readonly ConditionChange[],
  now: Date,
): Condition[] {
  const known = (before ?? []) as readonly Condition[];
  return wanted.flatMap((condition) => {
    const earlier = known.filter(({ type }) => type === condition.type);
    return [...setCondition(earlier, condition, now)];
  });
}

export function notReady(reason: string, message: string): ConditionChange {
  return { type: 'Ready', status: 'False', reason, message };
}

/** Conditions that keep their transition time. KubeVirt renews it for other conditions with every new reason. */
export function ofSameReasons(
  before: readonly object[] | undefined,
  wanted: readonly ConditionChange[],
): object[] {
  return ((before ?? []) as readonly Condition[]).filter(({ type, reason }) =>
    wanted.some((condition) => condition.type === type && condition.reason === reason),
  );
}
