import { errorReasons, errorText } from '@gpulease/contract/errors';
import { keyOf, validationText } from '@gpulease/contract/validation-messages';
import { displayAmount } from '@gpulease/contract/money';
import { FormGroup } from '@patternfly/react-core';
import { use, useEffect, useId, type ReactNode } from 'react';
import { useController, useFormContext, type FieldError, type UseControllerReturn } from 'react-hook-form';
import { isErrorCode, isErrorReason } from '../../api/failure.ts';
import { useMoneyDisplay } from '../money.tsx';
import { FieldHelp } from './field-help.tsx';
import { LatestValues, type NameOf } from './latest-value.tsx';

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
  /** Shown below the input, and below an error. */
  readonly help?: ReactNode;
  /** A warning about an accepted value. */
  readonly warning?: string | undefined;
  /** Texts specific to this field for some errors, such as its range. */
  readonly messages?: Partial<Record<string, string>>;
  readonly nameOf?: NameOf;
}

type Controller = UseControllerReturn['field'];

/** Props that connect an input to its label and message. */
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
  /** The context already names the field; only screen readers get the label. */
  readonly isTitled?: boolean;
  /** Renders the input, given its value, a setter, and the props that connect it to its label and message. */
  readonly children: (value: unknown, onChange: (value: unknown) => void, input: InputProps) => ReactNode;
}

/** Avoids DOM property names: an input named `nodeName` would shadow the form's own property, which libraries read. */
const inputName = (name: string) =>
  typeof Element !== 'undefined' && name in Element.prototype ? `${name}-input` : name;

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
  // Revalidates on change: if the message vanished only on blur, the button below would move away from a click.
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

/** Returns the props that name and describe a group of choices or an input, whether or not the label is visible. */
function namingOf({ label, role, isTitled = false }: LabelledFieldProps, id: string) {
  const unseen = isTitled ? { 'aria-label': label } : {};
  const group = role && { ...unseen, role, isStack: true, 'aria-describedby': `${id}-help` };
  return { group: { ...(!isTitled && { label }), ...group }, input: role ? {} : unseen };
}

/** Focuses the first choice of a group on an error, because a group has no single input. */
function useGroupFocus(name: string | undefined, register: Controller['ref']): void {
  useEffect(() => {
    if (name === undefined) return;
    register({ focus: () => document.querySelector<HTMLElement>(`input[name="${name}"]:enabled`)?.focus() });
  }, [name, register]);
}

/** Translates a field's error: a validation message, an error code or a reason. */
export function useFieldMessage(message = 'invalid'): string {
  const money = useMoneyDisplay();
  const { language } = money;
  if (isErrorReason(message)) return errorReasons[message][language];
  if (isErrorCode(message)) return errorText(message, language);
  return validationText(message, language, (yuan) => displayAmount(yuan, money));
}

/** Returns the message of a field's error, or that of its first item with one. */
function messageOf(error: FieldError | undefined): string | undefined {
  if (error?.message) return error.message;
  const items: unknown[] = Array.isArray(error) ? error : [];
  return items.map((item) => messageOf(item as FieldError | undefined)).find(Boolean);
}
