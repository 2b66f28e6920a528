import { InputGroup, InputGroupItem, InputGroupText, TextInput } from '@patternfly/react-core';
import { Field, type FieldProps } from './field.tsx';

interface QuantityFieldProps extends FieldProps {
  readonly unit: string;
}

/** A quantity with its unit; the value is null if the input is empty. */
export function QuantityField({ unit, isRequired = false, ...props }: QuantityFieldProps) {
  return (
    <Field {...props} isRequired={isRequired}>
      {(value, onChange, input) => (
        <InputGroup>
          <InputGroupItem>
            <TextInput
              {...input}
              type="number"
              inputMode="decimal"
              min={0}
              step="any"
              isRequired={isRequired}
              value={typeof value === 'number' ? value : ''}
              onChange={(_, typed) => onChange(typed === '' ? null : Number(typed))}
            />
          </InputGroupItem>
          <InputGroupText>{unit}</InputGroupText>
        </InputGroup>
      )}
    </Field>
  );
}
