/** Page, sort order and filters of a list, stored in the URL so that a link shows the same view. */
import { useSearchParams, type NavigateOptions } from 'react-router-dom';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;

interface ListNames {
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
}

/** Reads the state from a query string. Ignores invalid values and unknown filters. */
function parseListState(params: URLSearchParams, { filters, sorts }: ListNames) {
  const given = filters.map((name) => [name, params.get(name) ?? ''] as const);
  const sort = params.get('sort') ?? '';
  return {
    page: positiveInteger(params.get('page')) ?? 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? DEFAULT_PAGE_SIZE,
    /** A column's sort name, with a leading `-` for descending; undefined for the server's default. */
    sort: sorts.includes(sort.replace(/^-/, '')) ? sort : undefined,
    filters: Object.fromEntries(given.filter(([, value]) => value !== '')) as Readonly<
      Partial<Record<string, string>>
    >,
  };
}

export type ListState = ReturnType<typeof parseListState>;
export type ListControls = ReturnType<typeof useListState>;

/** Returns the list's state and setters, which change the URL so that going back undoes them. All but `setPage` go to page 1. */
export function useListState(names: ListNames) {
  const [params, setParams] = useSearchParams();
  const set = (changes: Changes, options?: NavigateOptions) =>
    setParams((current) => changed(current, changes), options);
  return {
    ...parseListState(params, names),
    setPage: (page: number, options?: NavigateOptions) =>
      set({ page: page === 1 ? undefined : String(page) }, options),
    setPageSize: (pageSize: number) => set({ pageSize: String(pageSize), page: undefined }),
    setSort: (sort: string) => set({ sort, page: undefined }),
    setFilter: (name: string, value: string | undefined) => set({ [name]: value, page: undefined }),
    clearFilters: () => set(Object.fromEntries([...names.filters, 'page'].map((name) => [name, undefined]))),
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
