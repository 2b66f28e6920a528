/** The values of a form: from an object, and to a body. Pure. */
import type { FieldValues } from 'react-hook-form';
import { isRecord } from '../../../ui/form/merge.ts';
import type { ManagedItem, ResourceKind } from './resource-kind.ts';

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
