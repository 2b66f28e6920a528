import { MenuToggle, Select } from '@patternfly/react-core';
import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { SelectField } from './inputs.tsx';
import { labelIn, withChosen, type Option } from './options.ts';
import { AT_A_GLANCE, SearchedOptions } from './searched-options.tsx';

interface SearchedFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
}

/** One of any number: a few are a plain select, many are searched. */
export function SearchedField({ options, placeholder, ...field }: SearchedFieldProps) {
  const [isOpen, setOpen] = useState(false);
  if (options.length <= AT_A_GLANCE)
    return <SelectField {...field} options={options} placeholder={placeholder} />;
  const titleOf = labelIn(options);
  return (
    <Field {...field} nameOf={titleOf}>
      {(value, onChange, input) => {
        const chosen = typeof value === 'string' ? value : '';
        const text = chosen === '' ? placeholder : titleOf(chosen);
        return (
          <Select
            isScrollable
            isOpen={isOpen}
            selected={chosen}
            onOpenChange={(isShown) => {
              setOpen(isShown);
              if (!isShown) input.onBlur();
            }}
            onSelect={(_, name) => {
              onChange(String(name));
              setOpen(false);
            }}
            toggle={(ref) => (
              <MenuToggle
                ref={ref}
                id={input.id}
                isExpanded={isOpen}
                isFullWidth
                aria-label={`${field.label}: ${text}`}
                aria-describedby={input['aria-describedby']}
                {...(input.validated === 'error' && { status: 'danger' })}
                onClick={() => setOpen(!isOpen)}
              >
                {text}
              </MenuToggle>
            )}
          >
            <SearchedOptions
              label={field.label}
              options={withChosen(options, chosen)}
              chosen={[chosen].filter(Boolean)}
            />
          </Select>
        );
      }}
    </Field>
  );
}
