import {
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  SearchInput,
  Select,
  SelectList,
  SelectOption,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps, type InputProps } from './field.tsx';
import { SelectField } from './inputs.tsx';
import { labelIn, withChosen, type Option } from './options.ts';

/** More options than this get a search box. */
const AT_A_GLANCE = 10;

interface SearchedFieldProps extends FieldProps {
  readonly options: readonly Option[];
  readonly placeholder: string;
}

/** A plain select for a few options, a searchable one for many. */
export function SearchedField({ options, placeholder, ...field }: SearchedFieldProps) {
  if (options.length <= AT_A_GLANCE)
    return <SelectField {...field} options={options} placeholder={placeholder} />;
  const titleOf = labelIn(options);
  return (
    <Field {...field} nameOf={titleOf}>
      {(value, onChange, input) => {
        const chosen = typeof value === 'string' ? value : '';
        return (
          <SearchedSelect
            label={field.label}
            input={input}
            options={options}
            chosen={[chosen].filter(Boolean)}
            text={chosen === '' ? placeholder : titleOf(chosen)}
            onSelect={onChange}
          />
        );
      }}
    </Field>
  );
}

interface SearchedSelectProps {
  readonly label: string;
  readonly input: InputProps;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly text: string;
  /** Allows several choices; the menu stays open. */
  readonly hasCheckboxes?: boolean;
  readonly onSelect: (value: string) => void;
}

export function SearchedSelect(props: SearchedSelectProps) {
  const { label, input, options, chosen, text, hasCheckboxes = false, onSelect } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Select
      isScrollable
      {...(hasCheckboxes && { role: 'menu' })}
      isOpen={isOpen}
      selected={hasCheckboxes ? [...chosen] : (chosen[0] ?? '')}
      onOpenChange={(isShown) => {
        setOpen(isShown);
        if (!isShown) input.onBlur();
      }}
      onSelect={(_, value) => {
        onSelect(String(value));
        if (!hasCheckboxes) setOpen(false);
      }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          id={input.id}
          isExpanded={isOpen}
          isFullWidth
          aria-label={`${label}: ${text}`}
          aria-describedby={input['aria-describedby']}
          {...(input.validated === 'error' && { status: 'danger' })}
          onClick={() => setOpen(!isOpen)}
        >
          {text}
        </MenuToggle>
      )}
    >
      <SearchedOptions
        hasCheckboxes={hasCheckboxes}
        label={label}
        options={withChosen(options, chosen)}
        chosen={chosen}
      />
    </Select>
  );
}

type SearchedOptionsProps = Pick<SearchedSelectProps, 'label' | 'options' | 'chosen' | 'hasCheckboxes'>;

function SearchedOptions({ label, options, chosen, hasCheckboxes = false }: SearchedOptionsProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted));
  return (
    <>
      {options.length > AT_A_GLANCE && (
        <MenuSearch>
          <MenuSearchInput>
            <SearchInput
              aria-label={t('form.searchIn', { label })}
              resetButtonLabel={t('table.clearSearch')}
              value={typed}
              onChange={(_, text) => setTyped(text)}
              onClear={() => setTyped('')}
            />
          </MenuSearchInput>
        </MenuSearch>
      )}
      <SelectList aria-label={label}>
        {found.map((option) => (
          <SelectOption
            key={option.value}
            value={option.value}
            hasCheckbox={hasCheckboxes}
            isSelected={chosen.includes(option.value)}
          >
            {option.label}
          </SelectOption>
        ))}
        {found.length === 0 && <SelectOption isDisabled>{t('table.noSuggestion')}</SelectOption>}
      </SelectList>
    </>
  );
}
