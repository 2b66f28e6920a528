/** Converts objects to form values and form values to request bodies. Pure. */
import type { FieldValues } from 'react-hook-form';
import { isRecord } from '../../../ui/form/merge.ts';
import type { ManagedItem, ResourceKind } from './resource-kind.ts';

export function valuesOf(kind: ResourceKind, item: ManagedItem): FieldValues {
  const fields = { ...item } as Readonly<Record<string, unknown>>;
  const own = Object.entries(kind.initial).map(([name, initial]: [string, unknown]) => [
    name,
    over(initial, fields[name]),
  ]);
  return { ...(Object.fromEntries(own) as FieldValues), ...kind.toValues?.(item) };
}

/** The object's value or, if absent, the empty form's. Absent texts are null, like cleared inputs. */
function over(initial: unknown, value: unknown): unknown {
  if (value === undefined || (value === '' && initial === null)) return initial;
  if (!isRecord(initial) || !isRecord(value)) return value;
  const names = new Set([...Object.keys(initial), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, over(initial[name], value[name])]));
}

/** The request body: the values of these fields, without hidden ones. */
export function bodyOf(kind: ResourceKind, names: readonly string[], values: FieldValues): FieldValues {
  const body = kind.toBody?.(values) ?? values;
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
