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
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesFailure } from '../form/choices-failure.tsx';
import type { InputProps } from '../form/field.tsx';
import { useTypeahead, type Typeahead, type TypeaheadOptions } from './use-typeahead.ts';

interface TypeaheadFilterProps extends TypeaheadOptions {
  readonly label: string;
  readonly value: string;
  /** Connects the input to its label and message in a form. */
  readonly input?: InputProps | undefined;
}

export function TypeaheadFilter(props: TypeaheadFilterProps) {
  const { label, value, input } = props;
  const typeahead = useTypeahead(props);
  const { isOpen, active, suggested, open, close, choose } = typeahead;
  const listId = useId();
  const failure = choicesFailure(suggested);
  return (
    <Select
      isOpen={isOpen}
      selected={value}
      variant="typeahead"
      onOpenChange={(isShown) => (isShown ? open() : close())}
      onSelect={(_, name) => choose(String(name))}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="typeahead"
          isExpanded={isOpen}
          aria-label={label}
          onClick={isOpen ? close : open}
        >
          <SearchField {...{ label, value, input, listId, typeahead }} />
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

interface SearchFieldProps extends Pick<TypeaheadFilterProps, 'label' | 'value' | 'input'> {
  readonly listId: string;
  readonly typeahead: Typeahead;
}

/** The typed text or, when the user is not typing, the chosen name with a clear button. */
function SearchField({ label, value, input, listId, typeahead }: SearchFieldProps) {
  const { t } = useTranslation();
  const { isOpen, typed, active, open, choose, type, press } = typeahead;
  return (
    <TextInputGroup isPlain>
      <TextInputGroupMain
        role="combobox"
        isExpanded={isOpen}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={typed ?? value}
        onClick={open}
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
        onChange={(_, text) => type(text)}
        onKeyDown={press}
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
  );
}

interface SuggestionsProps extends Pick<TypeaheadFilterProps, 'label' | 'value'> {
  readonly listId: string;
  readonly active: number | undefined;
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
