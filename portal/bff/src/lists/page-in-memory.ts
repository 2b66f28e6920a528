import type { Page } from '@gpulease/contract/common';
import { partOf, type Paging } from './page.ts';
import { parseSort } from './sorting.ts';

export interface PageOptions<T> {
  readonly defaultSort: string;
  /** Sort keys of fields that do not sort by their own values. */
  readonly sortKeys?: Readonly<Record<string, (item: T) => string | number>>;
}

/**
 * Returns one page of a list in memory, sorted by a field of its items and then by name. A caller that reads the whole list
 * gets all of it in one part.
 */
export function pageOf<T extends { readonly name: string }>(
  items: readonly T[],
  { page, pageSize, sort, after }: Paging,
  { defaultSort, sortKeys = {} }: PageOptions<T>,
): Page<T> {
  const { field, isDescending } = parseSort(sort ?? defaultSort);
  const direction = isDescending ? -1 : 1;
  const keyOf = sortKeys[field] ?? ((item: T) => sortKey(item, field));
  const sorted = items.toSorted((a, b) => direction * compare(keyOf(a), keyOf(b)) || compare(a.name, b.name));
  if (after !== undefined) return partOf(sorted);
  const first = (page - 1) * pageSize;
  return { items: sorted.slice(first, first + pageSize), total: items.length, page, pageSize };
}

/** Whether one of the texts contains the search term, ignoring case. An empty term matches everything. */
export function matches(search: string | undefined, ...texts: readonly (string | null)[]): boolean {
  if (!search) return true;
  const wanted = search.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Whether a filter is unset or met. */
export function meets<T>(wanted: T | undefined, actual: T): boolean {
  return wanted === undefined || wanted === actual;
}

function sortKey(item: object, field: string): string | number {
  const value: unknown = (item as Record<string, unknown>)[field];
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return a === b ? 0 : a < b ? -1 : 1;
}
