import { errorText } from '@gpulease/contract/errors';
import { isValidationKey, validationMessages } from '@gpulease/contract/messages';
import { FormGroup, FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useId, type ReactNode } from 'react';
import { useController, type FieldError, type UseControllerReturn } from 'react-hook-form';
import { isErrorCode } from '../../api/failure.ts';
import { useLanguage } from '../../i18n/i18n.ts';

export interface FieldProps {
  /** Path of the value in the form. */
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
  /** Said below the input while there is no error. */
  readonly help?: ReactNode;
}

type Controller = UseControllerReturn['field'];

interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly validated: 'default' | 'error';
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly onBlur: () => void;
  readonly ref: Controller['ref'];
}

interface LabelledFieldProps extends FieldProps {
  readonly role?: 'radiogroup' | 'group';
  /** Draws the input, given the value, how to change it, and what ties it to its label and message. */
  readonly children: (value: unknown, onChange: (value: unknown) => void, input: InputProps) => ReactNode;
}

/** A form group tied to a value of the form: label, input, help or error. */
export function Field({ name, label, isRequired = false, help, role, children }: LabelledFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const message = useFieldMessage(messageOf(fieldState.error));
  const isInvalid = fieldState.error !== undefined;
  return (
    <FormGroup label={label} fieldId={id} isRequired={isRequired} {...(role && { role })}>
      {children(field.value, field.onChange, {
        id,
        name,
        validated: isInvalid ? 'error' : 'default',
        'aria-describedby': `${id}-help`,
        'aria-invalid': isInvalid,
        onBlur: field.onBlur,
        ref: field.ref,
      })}
      <FieldHelp id={`${id}-help`} error={isInvalid ? message : undefined} help={help} />
    </FormGroup>
  );
}

interface FieldHelpProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
}

/** The line below an input. */
export function FieldHelp({ id, error, help }: FieldHelpProps) {
  return (
    <FormHelperText>
      <HelperText id={id} aria-live="polite">
        {error === undefined ? (
          help && <HelperTextItem>{help}</HelperTextItem>
        ) : (
          <HelperTextItem variant="error" screenReaderText="">
            {error}
          </HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}

/** The sentence for what is wrong with a field, in the language of the page: a validation key's or an error code's. */
export function useFieldMessage(message = 'invalid'): string {
  const language = useLanguage();
  if (isErrorCode(message)) return errorText(message, language);
  return validationMessages[isValidationKey(message) ? message : 'invalid'][language];
}

/** The message of a field's error, or of the first of its items that has one. */
function messageOf(error: FieldError | undefined): string | undefined {
  if (error?.message) return error.message;
  const items: unknown[] = Array.isArray(error) ? error : [];
  return items.map((item) => messageOf(item as FieldError | undefined)).find(Boolean);
}
