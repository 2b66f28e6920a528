import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface FieldHelpProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly warning?: string | undefined;
  /** The value that another user has set in the meantime. */
  readonly latest?: ReactNode;
  readonly help: ReactNode;
}

export function FieldHelp({ id, error, warning, latest, help }: FieldHelpProps) {
  return (
    <FormHelperText>
      <HelperText id={id} aria-live="polite">
        {error !== undefined && (
          <HelperTextItem variant="error" screenReaderText="">
            {error}
          </HelperTextItem>
        )}
        {warning && (
          <HelperTextItem variant="warning" screenReaderText="">
            {warning}
          </HelperTextItem>
        )}
        {latest}
        {help && help !== error && <HelperTextItem>{help}</HelperTextItem>}
      </HelperText>
    </FormHelperText>
  );
}
