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
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';
import { choicesFailure } from '../form/choices-failure.tsx';
import type { InputProps } from '../form/field.tsx';

/** Lists that filters suggest values of. */
export type SuggestingList = 'listUsers' | 'listNodes' | 'listGpus' | 'listSkus' | 'listRegions';

/** As many as are looked through at a glance. */
const SHOWN = 20;

interface TypeaheadFilterProps {
  readonly label: string;
  readonly operation: SuggestingList;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  /** Which of them there are to choose from; else all. */
  readonly among?: Readonly<Record<string, string>>;
  /** What ties it to its label and message, where it is a field of a form. */
  readonly input?: InputProps;
}

/** One object by its name, suggested while it is typed. */
export function TypeaheadFilter({ label, operation, value, onChange, among, input }: TypeaheadFilterProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // What is typed; undefined while nobody types.
  const [typed, setTyped] = useState<string>();
  // Which suggestion the arrow keys have come to.
  const [active, setActive] = useState<number>();
  const listId = useId();
  const suggested = useSuggestions(operation, { ...among, search: typed?.trim() }, isOpen);
  const failure = choicesFailure(suggested);
  // What was found for the letters before is shown until the answer for those typed comes, but is not what Enter means.
  const names = suggested.isPlaceholderData ? [] : (suggested.data ?? []);
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
                // The cursor stays where it is in what is typed.
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

/** Which suggestion an arrow key leads to, round and round; undefined for other keys, and where there is none. */
function neighbour(key: string, active: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return ((active ?? -1) + 1) % count;
  if (key === 'ArrowUp') return ((active ?? 0) - 1 + count) % count;
  return undefined;
}

interface SuggestionsProps {
  readonly label: string;
  readonly listId: string;
  readonly active: number | undefined;
  readonly value: string;
  /** Absent while they are on their way. */
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

/** The names of what is found. */
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
