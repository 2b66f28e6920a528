import {
  Button,
  MenuFooter,
  MenuToggle,
  Select,
  SelectList,
  SelectOption,
  TextInputGroup,
  TextInputGroupMain,
  TextInputGroupUtilities,
} from '@patternfly/react-core';
import { TimesIcon } from '@patternfly/react-icons';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { choicesFailure } from '../form/choices-failure.tsx';
import type { InputProps } from '../form/field.tsx';

/** Operations whose items filters suggest. */
export type SuggestingList = 'listUsers' | 'listNodes' | 'listGpus' | 'listSkus' | 'listRegions';

/** The number of suggestions. */
const SHOWN = 20;

/** Suggestions are requested once nobody has typed for this long, not for every letter. */
const PAUSE_MS = 200;

interface TypeaheadFilterProps {
  readonly label: string;
  readonly operation: SuggestingList;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  /** Restricts the suggestions; all by default. */
  readonly among?: Readonly<Record<string, string>>;
  /** Connects it to its label and message if it is a form field. */
  readonly input?: InputProps;
}

/** One object by its name, suggested during typing. */
export function TypeaheadFilter({ label, operation, value, onChange, among, input }: TypeaheadFilterProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // The typed text; undefined while nobody types.
  const [typed, setTyped] = useState<string>();
  // The suggestion marked by the arrow keys.
  const [active, setActive] = useState<number>();
  const listId = useId();
  const searched = usePaused(typed);
  const suggested = useSuggestions(operation, { ...among, search: searched?.trim() }, isOpen);
  const failure = choicesFailure(suggested);
  // Suggestions for the previous text stay until those for the new text arrive, but Enter does not choose them.
  const isOutdated = searched !== typed || suggested.isPlaceholderData;
  const names = isOutdated ? [] : (suggested.data ?? []);
  const meant = active === undefined ? typed && names[0] : names[active];
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive(undefined);
  };
  const choose = (name: string | undefined) => {
    onChange(name);
    close();
  };
  return (
    <Select
      isOpen={isOpen}
      selected={value}
      variant="typeahead"
      onOpenChange={(isShown) => (isShown ? setOpen(true) : close())}
      onSelect={(_, name) => choose(String(name))}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="typeahead"
          isExpanded={isOpen}
          aria-label={label}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <TextInputGroup isPlain>
            <TextInputGroupMain
              role="combobox"
              isExpanded={isOpen}
              aria-label={label}
              placeholder={label}
              autoComplete="off"
              value={typed ?? value}
              onClick={() => setOpen(true)}
              aria-controls={listId}
              {...(input && {
                inputId: input.id,
                ref: input.ref,
                onBlur: input.onBlur,
                inputProps: {
                  'aria-describedby': input['aria-describedby'],
                  'aria-invalid': input['aria-invalid'],
                },
              })}
              {...(active !== undefined && { 'aria-activedescendant': `${listId}-${active}` })}
              onChange={(_, text) => {
                setTyped(text);
                setActive(undefined);
                setOpen(true);
              }}
              onKeyDown={(event) => {
                const next = neighbour(event.key, active, names.length);
                if (event.key === 'Enter' && meant) choose(meant);
                if (next === undefined) return;
                // The cursor stays where it is in the text.
                event.preventDefault();
                setOpen(true);
                setActive(next);
              }}
            />
            {value !== '' && (
              <TextInputGroupUtilities>
                <Button
                  variant="plain"
                  icon={<TimesIcon />}
                  aria-label={t('table.clearSearch')}
                  onClick={() => choose(undefined)}
                />
              </TextInputGroupUtilities>
            )}
          </TextInputGroup>
        </MenuToggle>
      )}
    >
      {failure ? (
        <MenuFooter>{failure}</MenuFooter>
      ) : (
        <Suggestions {...{ label, value, active, listId, names: suggested.data }} />
      )}
    </Select>
  );
}

/** The suggestion after an arrow key, wrapping around; undefined for other keys and without suggestions. */
function neighbour(key: string, active: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return ((active ?? -1) + 1) % count;
  if (key === 'ArrowUp') return ((active ?? 0) - 1 + count) % count;
  return undefined;
}

/** The value as it was when it last stayed the same for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

interface SuggestionsProps {
  readonly label: string;
  readonly listId: string;
  readonly active: number | undefined;
  readonly value: string;
  /** Absent while loading. */
  readonly names: readonly string[] | undefined;
}

function Suggestions({ label, value, names, active, listId }: SuggestionsProps) {
  const { t } = useTranslation();
  return (
    <SelectList id={listId} aria-label={label}>
      {names?.map((name, index) => (
        <SelectOption
          key={name}
          id={`${listId}-${index}`}
          value={name}
          isSelected={name === value}
          isFocused={index === active}
        >
          {name}
        </SelectOption>
      ))}
      {!names?.length && (
        <SelectOption isDisabled>{t(names ? 'table.noSuggestion' : 'common.loading')}</SelectOption>
      )}
    </SelectList>
  );
}

/** The names of the suggestions. */
function useSuggestions(
  operation: SuggestingList,
  { search, ...among }: Readonly<Record<string, string | undefined>>,
  enabled: boolean,
) {
  const query = { pageSize: SHOWN, ...among, ...(search && { search }) };
  const { data, ...found } = useApi(operation, { query }, { enabled, keepPrevious: true });
  return {
    ...found,
    data: data?.items.map((item) => ('username' in item ? item.username : item.name)),
  };
}
