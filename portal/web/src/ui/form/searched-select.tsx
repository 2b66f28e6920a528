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
  /** What the closed menu says is chosen. */
  readonly text: string;
  /** Any number can be chosen, and the menu stays open for the next. */
  readonly hasCheckboxes?: boolean;
  readonly onSelect: (value: string) => void;
}

/** A menu of options that are searched where they are many, as the input of a field. */
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
