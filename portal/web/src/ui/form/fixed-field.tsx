import { Content, FormGroup } from '@patternfly/react-core';

export function FixedField({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <FormGroup label={label} role="group">
      <Content component="p">{value}</Content>
    </FormGroup>
  );
}
