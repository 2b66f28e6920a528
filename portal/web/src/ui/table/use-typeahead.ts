import { useEffect, useState, type KeyboardEvent } from 'react';
import { useApi } from '../../api/queries.ts';

/** Operations that provide suggestions. */
export type SuggestingList = 'listUsers' | 'listNodes' | 'listGpus' | 'listSkus' | 'listRegions';

const SHOWN = 20;

/** Suggestions are requested after a typing pause of this length. */
const PAUSE_MS = 200;

export interface TypeaheadOptions {
  readonly operation: SuggestingList;
  /** Restricts the suggestions; all by default. */
  readonly among?: Readonly<Record<string, string>>;
  readonly onChange: (value: string | undefined) => void;
}

export type Typeahead = ReturnType<typeof useTypeahead>;

/** The state of a typeahead: whether its list is open, the typed text and the suggestions. */
export function useTypeahead({ operation, among, onChange }: TypeaheadOptions) {
  const [isOpen, setOpen] = useState(false);
  // Undefined when the user is not typing.
  const [typed, setTyped] = useState<string>();
  // The suggestion highlighted by the arrow keys.
  const [active, setActive] = useState<number>();
  const searched = usePaused(typed);
  const suggested = useSuggestions(operation, { ...among, search: searched?.trim() }, isOpen);
  // Suggestions for the previous text stay visible until new ones arrive, but Enter does not choose them.
  const isOutdated = searched !== typed || suggested.isPlaceholderData;
  const names = isOutdated ? [] : (suggested.data ?? []);
  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive(undefined);
  };
  const choose = (name: string | undefined) => {
    onChange(name);
    close();
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(undefined);
    open();
  };
  const press = (event: KeyboardEvent) => {
    const meant = active === undefined ? typed && names[0] : names[active];
    const next = neighbour(event.key, active, names.length);
    if (event.key === 'Enter' && meant) choose(meant);
    if (next === undefined) return;
    // Keeps the cursor in place.
    event.preventDefault();
    open();
    setActive(next);
  };
  return { isOpen, typed, active, suggested, open, close, choose, type, press };
}

/** Returns the index after an arrow key, wrapping around; undefined for other keys or without suggestions. */
function neighbour(key: string, active: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return ((active ?? -1) + 1) % count;
  if (key === 'ArrowUp') return ((active ?? 0) - 1 + count) % count;
  return undefined;
}

/** Debounces a value. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

function useSuggestions(
  operation: SuggestingList,
  { search, ...among }: Readonly<Record<string, string | undefined>>,
  enabled: boolean,
) {
  const query = { pageSize: SHOWN, ...among, ...(search && { search }) };
  const { data, ...found } = useApi(operation, { query }, { enabled, keepPrevious: true });
  return { ...found, data: data?.items.map((item) => ('username' in item ? item.username : item.name)) };
}
