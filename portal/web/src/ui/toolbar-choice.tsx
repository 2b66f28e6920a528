import { FormSelect, FormSelectOption, ToolbarItem } from '@patternfly/react-core';
import type { Option } from './form/options.ts';

interface ToolbarChoiceProps {
  readonly label: string;
  /** The label of the option for no choice. */
  readonly all: string;
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
  /** Receives an empty text for no choice. */
  readonly onChoose: (value: string) => void;
}

export function ToolbarChoice({ label, all, options, chosen = '', onChoose }: ToolbarChoiceProps) {
  return (
    <ToolbarItem>
      <FormSelect aria-label={label} value={chosen} onChange={(_, value) => onChoose(value)}>
        <FormSelectOption value="" label={all} />
        {options.map(({ value, label: text }) => (
          <FormSelectOption key={value} value={value} label={text} />
        ))}
      </FormSelect>
    </ToolbarItem>
  );
}
