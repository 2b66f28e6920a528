import {
  Button,
  MenuToggle,
  Select,
  SelectList,
  SelectOption,
  TextInputGroup,
  TextInputGroupMain,
  TextInputGroupUtilities,
} from '@patternfly/react-core';
import { TimesIcon } from '@patternfly/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/queries.ts';

/** Lists that filters suggest values of. */
export type SuggestingList = 'listUsers' | 'listNodes' | 'listGpus' | 'listSkus' | 'listRegions';

/** As many as are looked through at a glance. */
const SHOWN = 20;

interface TypeaheadFilterProps {
  readonly label: string;
  readonly operation: SuggestingList;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

/** One object by its name, suggested while it is typed. */
export function TypeaheadFilter({ label, operation, value, onChange }: TypeaheadFilterProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // What is typed; undefined while nobody types.
  const [typed, setTyped] = useState<string>();
  const names = useSuggestions(operation, typed ?? '', isOpen);
  const close = () => {
    setOpen(false);
    setTyped(undefined);
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
              onChange={(_, text) => {
                setTyped(text);
                setOpen(true);
              }}
              onKeyDown={({ key }) => {
                if (key === 'Enter' && names[0] !== undefined && typed) choose(names[0]);
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
      <SelectList aria-label={label}>
        {names.map((name) => (
          <SelectOption key={name} value={name} isSelected={name === value}>
            {name}
          </SelectOption>
        ))}
        {names.length === 0 && <SelectOption isDisabled>{t('table.noSuggestion')}</SelectOption>}
      </SelectList>
    </Select>
  );
}

function useSuggestions(operation: SuggestingList, search: string, enabled: boolean): readonly string[] {
  const query = { pageSize: SHOWN, ...(search.trim() && { search: search.trim() }) };
  const { data } = useApi(operation, { query }, { enabled, keepPrevious: true });
  return (data?.items ?? []).map((item) => ('username' in item ? item.username : item.name));
}
