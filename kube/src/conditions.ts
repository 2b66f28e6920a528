import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '@gpulease/crds';
import { timestamp } from './times.ts';

/** A condition without its time, which `setCondition` maintains. */
export type ConditionChange = Omit<Condition, 'lastTransitionTime'>;

/** The longest message of a condition. The API server rejects a whole status that has a longer one. */
const LONGEST_MESSAGE = 1024;
/** The longest value of a parameter, likewise. */
const LONGEST_VALUE = 256;

type Parameters = NonNullable<Condition['parameters']>;

/**
 * Returns the list with the condition of that type set, in its old place. `lastTransitionTime`, in whole seconds, changes
 * only with the status. Messages and values that are too long are truncated. Returns the same list when nothing changes.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  change: ConditionChange,
  now: Date,
): readonly Condition[] {
  const list = conditions ?? [];
  const current = findCondition(list, change.type);
  const lastTransitionTime = current?.status === change.status ? current.lastTransitionTime : timestamp(now);
  const { parameters, ...others } = change;
  const wanted: Condition = {
    ...others,
    message: shortened(change.message, LONGEST_MESSAGE),
    ...(parameters && { parameters: shortenedValues(parameters) }),
    lastTransitionTime,
  };
  if (current === undefined) return [...list, wanted];
  if (isSame(current, wanted)) return list;
  return list.map((condition) => (condition.type === change.type ? wanted : condition));
}

export function findCondition<T extends { type: string }>(
  conditions: readonly T[] | undefined,
  type: string,
): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(
  conditions: readonly { type: string; status: string }[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function shortenedValues(parameters: Parameters): Parameters {
  const values = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? shortened(value, LONGEST_VALUE) : value,
  ]);
  return Object.fromEntries(values) as Parameters;
}

function isSame(one: Condition, other: Condition): boolean {
  return (
    one.status === other.status &&
    one.reason === other.reason &&
    one.message === other.message &&
    isDeepStrictEqual(one.parameters, other.parameters) &&
    one.observedGeneration === other.observedGeneration
  );
}
