/** The values of a form: from an object, to a body, and merged with a change made elsewhere. Pure. */
import type { FieldValues } from 'react-hook-form';
import type { ManagedItem } from './managed-item.ts';
import type { ResourceKind } from './resource-kind.ts';

/** What the form of an object begins with: the object's fields by the names of the initial values. */
export function valuesOf(kind: ResourceKind, item: ManagedItem): FieldValues {
  const fields = { ...item } as Readonly<Record<string, unknown>>;
  const own = Object.entries(kind.initial).map(([name, initial]: [string, unknown]) => [
    name,
    over(initial, fields[name]),
  ]);
  return { ...(Object.fromEntries(own) as FieldValues), ...kind.toValues?.(item) };
}

/** A value over the one of an empty form. Absent texts are null, as inputs have them when they are emptied. */
function over(initial: unknown, value: unknown): unknown {
  if (value === undefined || (value === '' && initial === null)) return initial;
  if (!isRecord(initial) || !isRecord(value)) return value;
  const names = new Set([...Object.keys(initial), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, over(initial[name], value[name])]));
}

/** What is sent: the values of these fields, without what is hidden. */
export function bodyOf(kind: ResourceKind, names: readonly string[], values: FieldValues): FieldValues {
  const body = kind.toBody?.(values) ?? values;
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** Of three states of a form, one to go on with: what was edited stays, all else is as it is now. */
export function merged(before: unknown, mine: unknown, now: unknown): unknown {
  if (isRecord(before) && isRecord(mine) && isRecord(now)) {
    const names = new Set([...Object.keys(mine), ...Object.keys(now)]);
    return Object.fromEntries([...names].map((name) => [name, merged(before[name], mine[name], now[name])]));
  }
  return isSame(mine, before) ? now : mine;
}

/** What was set to one thing here and to another elsewhere, by path: as it is now. */
export function conflicts(before: unknown, mine: unknown, now: unknown, path = ''): Record<string, unknown> {
  if (isRecord(before) && isRecord(mine) && isRecord(now)) {
    const inner = Object.keys(now).map((name) =>
      conflicts(before[name], mine[name], now[name], path ? `${path}.${name}` : name),
    );
    return Object.assign({}, ...inner) as Record<string, unknown>;
  }
  const isEditedByBoth = !isSame(mine, before) && !isSame(now, before) && !isSame(mine, now);
  return isEditedByBoth ? { [path]: now } : {};
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
