/** The common kinds of filters. */
import type { TFunction } from 'i18next';
import { statusText, type Statuses } from '../status-label.tsx';
import type { Filter } from './filter-input.tsx';

type SelectFilter<Name extends string> = Extract<Filter<Name>, { readonly kind: 'select' }>;

export function selectFilter<Name extends string, Value extends string>(
  name: Name,
  label: string,
  values: readonly Value[],
  textOf: (value: Value) => string,
): SelectFilter<Name> {
  // Does not use `optionsOf`, which would load the form code with every list.
  return { kind: 'select', name, label, options: values.map((value) => ({ value, label: textOf(value) })) };
}

export function statusFilter<Kind extends keyof Statuses>(
  kind: Kind,
  statuses: readonly Statuses[Kind][],
  t: TFunction,
): SelectFilter<'status'> {
  return selectFilter('status', t('common.status'), statuses, (status) => statusText(kind, status, t));
}
