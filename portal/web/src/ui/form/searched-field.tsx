import { Field, type FieldProps } from './field.tsx';
import { SelectField } from './inputs.tsx';
import { labelIn, type Option } from './options.ts';
import { AT_A_GLANCE } from './searched-options.tsx';
import { SearchedSelect } from './searched-select.tsx';

interface SearchedFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
}

/** A choice among any number of options: a plain select for a few, a searchable one for many. */
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
