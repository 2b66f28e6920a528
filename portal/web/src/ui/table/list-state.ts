/** Page, sort order and filters of a list, kept in the URL so that a link shows the same view. */
import { useCallback, useMemo } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;

export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  /** A column's sort name, with a leading `-` for descending; undefined for the server's default. */
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
}

export interface ListControls extends ListState {
  /** `replace`: replaces the history entry, so that going back skips it. */
  readonly setPage: (page: number, options?: NavigateOptions) => void;
  readonly setPageSize: (pageSize: number) => void;
  readonly setSort: (sort: string) => void;
  readonly setFilter: (name: string, value: string | undefined) => void;
  readonly clearFilters: () => void;
}

interface ListNames {
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
}

/** Reads the state from a query string. Invalid values and unknown filters are ignored. */
function parseListState(params: URLSearchParams, { filters, sorts }: ListNames): ListState {
  const given = filters.map((name) => [name, params.get(name) ?? ''] as const);
  const sort = params.get('sort') ?? '';
  return {
    page: positiveInteger(params.get('page')) ?? 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? DEFAULT_PAGE_SIZE,
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    filters: Object.fromEntries(given.filter(([, value]) => value !== '')),
  };
}

/** The list's state and setters that change the URL, so that going back undoes them. A changed filter or size begins at the first page. */
export function useListState({ filters, sorts }: ListNames): ListControls {
  const [params, setParams] = useSearchParams();
  const filterNames = filters.join(' ');
  const sortNames = sorts.join(' ');
  const state = useMemo(
    () => parseListState(params, { filters: filterNames.split(' '), sorts: sortNames.split(' ') }),
    [params, filterNames, sortNames],
  );
  const set = useCallback(
    (changes: Changes, options?: NavigateOptions) =>
      setParams((current) => changed(current, changes), options),
    [setParams],
  );
  return {
    ...state,
    setPage: (page, options) => set({ page: page === 1 ? undefined : String(page) }, options),
    setPageSize: (pageSize) => set({ pageSize: String(pageSize), page: undefined }),
    setSort: (sort) => set({ sort, page: undefined }),
    setFilter: (name, value) => set({ [name]: value, page: undefined }),
    clearFilters: () => set(Object.fromEntries([...filters, 'page'].map((name) => [name, undefined]))),
  };
}

type Changes = Readonly<Record<string, string | undefined>>;

function changed(current: URLSearchParams, changes: Changes) {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function positiveInteger(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}
