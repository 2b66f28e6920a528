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
