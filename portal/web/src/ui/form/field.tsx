import { errorReasons, errorText } from '@gpulease/contract/errors';
import { keyOf, validationText } from '@gpulease/contract/messages';
import { displayAmount } from '@gpulease/contract/money';
import { FormGroup } from '@patternfly/react-core';
import { use, useEffect, useId, type ReactNode } from 'react';
import { useController, useFormContext, type FieldError, type UseControllerReturn } from 'react-hook-form';
import { isErrorCode, isErrorReason } from '../../api/failure.ts';
import { useMoneyDisplay } from '../money.tsx';
import { FieldHelp } from './field-help.tsx';
import { LatestValues, type NameOf } from './latest-values.ts';

export interface FieldProps {
  /** Path of the value in the form. */
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
  /** Said below the input, under an error too. */
  readonly help?: ReactNode;
  /** What to mind of a value that is accepted. */
  readonly warning?: string | undefined;
  /** Says some errors in the field's own words, such as with its range. */
  readonly messages?: Partial<Record<string, string>>;
  readonly nameOf?: NameOf;
}

type Controller = UseControllerReturn['field'];

/** What ties an input to its label and message. */
export interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly validated: 'default' | 'error';
  readonly 'aria-label'?: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly onBlur: () => void;
  readonly ref: Controller['ref'];
}

interface LabelledFieldProps extends FieldProps {
  readonly role?: 'radiogroup' | 'group';
  /** What is around the field says already what it is; the label is for screen readers only. */
  readonly isTitled?: boolean;
  /** Draws the input, given the value, how to change it, and what ties it to its label and message. */
  readonly children: (value: unknown, onChange: (value: unknown) => void, input: InputProps) => ReactNode;
}

/**
 * The name of an input. A form has its inputs as properties of their names: one named `nodeName` would hide the form's own from
 * all code that reads it, such as a menu's that looks for where to open.
 */
const inputName = (name: string) =>
  typeof Element !== 'undefined' && name in Element.prototype ? `${name}-input` : name;

/** A form group tied to a value of the form: label, input, help or error. */
export function Field(props: LabelledFieldProps) {
  const { name, isRequired = false, help, warning, messages = {}, nameOf, role, children } = props;
  const id = useId();
  const naming = namingOf(props, id);
  const { trigger } = useFormContext();
  const { field, fieldState } = useController({ name });
  const error = messageOf(fieldState.error);
  const common = useFieldMessage(error);
  const message = messages[keyOf(error ?? '') ?? ''] ?? common;
  const isInvalid = fieldState.error !== undefined;
  useGroupFocus(role && inputName(name), field.ref);
  // A message that went only when the field is left would move the button below away from a click upon it.
  const change = (value: unknown) => {
    field.onChange(value);
    if (isInvalid) void trigger(name);
  };
  return (
    <FormGroup fieldId={id} isRequired={isRequired} {...naming.group}>
      {children(field.value, change, {
        id,
        ...naming.input,
        name: inputName(name),
        validated: isInvalid ? 'error' : 'default',
        'aria-describedby': `${id}-help`,
        'aria-invalid': isInvalid,
        onBlur: field.onBlur,
        ref: field.ref,
      })}
      <FieldHelp
        id={`${id}-help`}
        error={isInvalid ? message : undefined}
        warning={warning}
        latest={use(LatestValues)(name, nameOf)}
        help={help}
      />
    </FormGroup>
  );
}

/** How a group of choices and one input are called and described, whether or not the label is seen. */
function namingOf({ label, role, isTitled = false }: LabelledFieldProps, id: string) {
  const unseen = isTitled ? { 'aria-label': label } : {};
  const group = role && { ...unseen, role, isStack: true, 'aria-describedby': `${id}-help` };
  return { group: { ...(!isTitled && { label }), ...group }, input: role ? {} : unseen };
}

/** A group of choices has no one input; its first choice takes the focus when the group is wrong. */
function useGroupFocus(name: string | undefined, register: Controller['ref']): void {
  useEffect(() => {
    if (name === undefined) return;
    register({
      focus: () => document.querySelector<HTMLElement>(`input[name="${name}"]:enabled`)?.focus(),
    });
  }, [name, register]);
}

/** The sentence for what is wrong with a field, in the language of the page: of a validation message, an error code or a reason. */
export function useFieldMessage(message = 'invalid'): string {
  const money = useMoneyDisplay();
  const { language } = money;
  if (isErrorReason(message)) return errorReasons[message][language];
  if (isErrorCode(message)) return errorText(message, language);
  return validationText(message, language, (yuan) => displayAmount(yuan, money));
}

/** The message of a field's error, or of the first of its items that has one. */
function messageOf(error: FieldError | undefined): string | undefined {
  if (error?.message) return error.message;
  const items: unknown[] = Array.isArray(error) ? error : [];
  return items.map((item) => messageOf(item as FieldError | undefined)).find(Boolean);
}
