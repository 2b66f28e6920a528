import { MenuToggle, Select } from '@patternfly/react-core';
import { useState } from 'react';
import type { InputProps } from './field.tsx';
import { withChosen, type Option } from './options.ts';
import { SearchedOptions } from './searched-options.tsx';

interface SearchedSelectProps {
  readonly label: string;
  readonly input: InputProps;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  /** The text of the closed menu. */
  readonly text: string;
  /** Several options can be chosen, and the menu stays open. */
  readonly hasCheckboxes?: boolean;
  readonly onSelect: (value: string) => void;
}

/** A menu of options as the input of a field, with a search if there are many. */
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
