import { MenuSearch, MenuSearchInput, SearchInput, SelectList, SelectOption } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from './options.ts';

/** With more options than this, there is a search. */
export const AT_A_GLANCE = 10;

interface SearchedOptionsProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  /** Several options can be chosen. */
  readonly hasCheckboxes?: boolean;
}

/** The options of an open menu, with a search above if there are many. */
export function SearchedOptions({ label, options, chosen, hasCheckboxes = false }: SearchedOptionsProps) {
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
