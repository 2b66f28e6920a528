import { Content, FormGroup } from '@patternfly/react-core';

interface FixedFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A read-only value among the fields of a form. */
export function FixedField({ label, value }: FixedFieldProps) {
  return (
    <FormGroup label={label} role="group">
      <Content component="p">{value}</Content>
    </FormGroup>
  );
}
