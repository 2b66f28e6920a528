import type { Condition } from '@gpulease/crds';
import { setCondition, type ConditionChange } from '@gpulease/kube';

/** Returns exactly the wanted conditions; those with an unchanged status retain their transition time. */
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

/** Returns the conditions that retain their transition time. KubeVirt renews it with every new reason. */
export function ofSameReasons(
  before: readonly object[] | undefined,
  wanted: readonly ConditionChange[],
): object[] {
  return ((before ?? []) as readonly Condition[]).filter(({ type, reason }) =>
    wanted.some((condition) => condition.type === type && condition.reason === reason),
  );
}
