import {
  InputGroup,
  InputGroupItem,
  InputGroupText,
  MenuToggle,
  SearchInput,
  Select,
  SelectList,
  SelectOption,
} from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, DAY_LENGTH } from '../dates/date-input.tsx';
import { isDay } from '../dates/typed.ts';
import { FieldHelp } from '../form/field-help.tsx';
import { OneLine } from '../one-line.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { SuggestingList } from './use-typeahead.ts';

const TypeaheadFilter = lazyPart(async () => (await import('./typeahead-filter.tsx')).TypeaheadFilter, null);

interface Option {
  readonly value: string;
  readonly label: string;
  /** Cannot be combined with other options. */
  readonly isAlone?: boolean;
}

interface NamedFilter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Can add items that are hidden by default, such as destroyed ones, so it is offered even for an empty list. */
  readonly hasMore?: boolean;
  /** Hidden behind "More filters" until used, for lists with many filters. */
  readonly isRare?: boolean;
}

export type Filter<Name extends string = string> = NamedFilter<Name> &
  (
    | { readonly kind: 'search' | 'date' }
    | { readonly kind: 'typeahead'; readonly operation: SuggestingList }
    | {
        readonly kind: 'select';
        readonly options: readonly Option[];
        /** Allows several options, separated by commas in the value. */
        readonly hasSeveral?: boolean;
      }
  );

interface SingleFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

type FilterInputProps = Omit<SingleFilterProps, 'label'> & { readonly filter: Filter };

export function FilterInput({ filter, ...applied }: FilterInputProps) {
  switch (filter.kind) {
    case 'search':
      return <SearchFilter label={filter.label} {...applied} />;
    case 'date':
      return <DateFilter label={filter.label} {...applied} />;
    case 'typeahead':
      return <TypeaheadFilter {...filter} {...applied} />;
    case 'select':
      return <SelectFilter {...filter} {...applied} />;
  }
}

/** Holds the typed text until a new value is applied. */
function useTyped(applied: string) {
  const [text, setText] = useState(applied);
  const [before, setBefore] = useState(applied);
  if (before !== applied) {
    setBefore(applied);
    setText(applied);
  }
  return [text, setText] as const;
}

/** A day, which filters once complete. An invalid day is refused on blur. */
function DateFilter({ label, value, onChange }: SingleFilterProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useTyped(value);
  const [isTyping, setTyping] = useState(false);
  const isWrong = typed !== '' && !isDay(typed) && !(isTyping && typed.length < DAY_LENGTH);
  return (
    <div>
      <InputGroup>
        <InputGroupText isPlain>
          <OneLine>{label}</OneLine>
        </InputGroupText>
        <InputGroupItem>
          <DateInput
            label={label}
            aria-label={label}
            aria-invalid={isWrong}
            {...(isWrong && { 'aria-describedby': id })}
            validated={isWrong ? 'error' : 'default'}
            typed={typed}
            onBlur={() => setTyping(false)}
            onTyped={(day) => {
              setTyped(day);
              setTyping(true);
              if (day === '' || isDay(day)) onChange(day);
            }}
          />
        </InputGroupItem>
      </InputGroup>
      {isWrong && <FieldHelp id={id} error={t('dates.noSuchDay')} help={undefined} />}
    </div>
  );
}

/** Searches on Enter or with the button, not on every key press. */
function SearchFilter({ label, value, onChange }: SingleFilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useTyped(value);
  return (
    <SearchInput
      aria-label={label}
      placeholder={label}
      value={text}
      resetButtonLabel={t('table.clearSearch')}
      submitSearchButtonLabel={t('table.search')}
      onChange={(_, typed) => setText(typed)}
      onSearch={(_, typed) => onChange(typed.trim())}
      onClear={() => {
        setText('');
        onChange(undefined);
      }}
    />
  );
}

interface SelectFilterProps extends SingleFilterProps {
  readonly options: readonly Option[];
  readonly hasSeveral?: boolean;
}

/** Selects one option, or several, for which the menu stays open. */
function SelectFilter({ label, value, options, hasSeveral = false, onChange }: SelectFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = value.split(',').filter(Boolean);
  return (
    <Select
      isOpen={isOpen}
      selected={chosen}
      onOpenChange={setOpen}
      onSelect={(_, selected) => {
        const kept = hasSeveral ? chosen.filter((one) => isTogether(options, one, String(selected))) : [];
        const next = chosen.includes(String(selected)) ? kept : [...kept, String(selected)];
        onChange(next.join(',') || undefined);
        setOpen(hasSeveral);
      }}
      toggle={(ref) => (
        <MenuToggle ref={ref} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </MenuToggle>
      )}
    >
      <SelectList aria-label={label} isAriaMultiselectable={hasSeveral}>
        {options.map((option) => (
          <SelectOption key={option.value} value={option.value} isSelected={chosen.includes(option.value)}>
            {option.label}
          </SelectOption>
        ))}
      </SelectList>
    </Select>
  );
}

/** Whether a chosen option can be combined with a new one. */
function isTogether(options: readonly Option[], one: string, now: string): boolean {
  return one !== now && !options.some(({ value, isAlone }) => isAlone && [one, now].includes(value));
}
