import {
  Button,
  Checkbox,
  FormSelect,
  FormSelectOption,
  InputGroup,
  InputGroupItem,
  NumberInput,
  Radio,
  TextArea,
  TextInput,
} from '@patternfly/react-core';
import { EyeIcon, EyeSlashIcon } from '@patternfly/react-icons';
import { useId, useState, type FocusEvent, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OneLine } from '../one-line.tsx';
import { FieldHelp } from './field-help.tsx';
import { Field, useFieldMessage, type FieldProps } from './field.tsx';
import { labelIn, withChosen, type Option } from './options.ts';

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'tel' | 'email' | 'password';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Focuses the input when the page opens; only for pages that are a single form. */
  readonly autoFocus?: boolean;
  /** The language of the input and its placeholder, if the same in every locale. */
  readonly lang?: 'en';
  /** An empty input is an absent value, not an empty text. */
  readonly isEmptyAbsent?: boolean;
  /** Shown beside the input, such as a button that sends a code. */
  readonly after?: ReactNode;
}

export function TextField({ type = 'text', after, isEmptyAbsent = false, ...props }: TextFieldProps) {
  const { name, label, isRequired = false, help, warning, messages, ...attributes } = props;
  return (
    <Field {...{ name, label, isRequired, help, warning }} {...(messages && { messages })}>
      {(value, onChange, input) => {
        const text = (
          <TextInput
            {...input}
            {...attributes}
            type={type}
            isRequired={isRequired}
            value={asText(value)}
            onChange={(_, typed) => onChange(isEmptyAbsent && typed === '' ? null : typed)}
          />
        );
        if (!after) return text;
        return (
          <InputGroup>
            <InputGroupItem isFill>{text}</InputGroupItem>
            <InputGroupItem>{after}</InputGroupItem>
          </InputGroup>
        );
      }}
    </Field>
  );
}

interface PasswordFieldProps extends FieldProps {
  readonly autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <Button
          variant="control"
          aria-label={isShown ? t('form.hidePassword') : t('form.showPassword')}
          icon={isShown ? <EyeSlashIcon /> : <EyeIcon />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

interface TextAreaFieldProps extends FieldProps, Pick<TextFieldProps, 'isEmptyAbsent' | 'placeholder'> {
  readonly rows?: number;
}

export function TextAreaField(allProps: TextAreaFieldProps) {
  const { rows = 3, placeholder, isRequired = false, isEmptyAbsent = false, ...props } = allProps;
  return (
    <Field {...props} isRequired={isRequired}>
      {(value, onChange, { ref, ...input }) => (
        <TextArea
          {...input}
          ref={ref}
          rows={rows}
          resizeOrientation="vertical"
          isRequired={isRequired}
          value={asText(value)}
          {...(placeholder && { placeholder })}
          onChange={(_, typed) => onChange(isEmptyAbsent && typed === '' ? null : typed)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
  readonly placeholder?: string;
  /** Called when the user chooses, not when the form sets the value. */
  readonly onChoose?: () => void;
}

export function SelectField(allProps: SelectFieldProps) {
  const { options, placeholder, onChoose, isRequired = false, ...props } = allProps;
  return (
    <Field {...props} isRequired={isRequired} nameOf={labelIn(options)}>
      {(value, onChange, { ref, ...input }) => (
        <FormSelect
          {...input}
          // PatternFly passes its component here, which cannot be focused.
          ref={() => ref({ focus: () => document.getElementById(input.id)?.focus() })}
          isRequired={isRequired}
          value={asText(value)}
          onChange={(_, chosen) => {
            onChange(chosen);
            onChoose?.();
          }}
        >
          {placeholder && <FormSelectOption isPlaceholder isDisabled value="" label={placeholder} />}
          {withChosen(options, value).map((option) => (
            <FormSelectOption
              key={option.value}
              value={option.value}
              label={option.label}
              isDisabled={option.isDisabled ?? false}
            />
          ))}
        </FormSelect>
      )}
    </Field>
  );
}

interface RadioFieldProps extends Omit<SelectFieldProps, 'placeholder' | 'onChoose'> {
  /** The context already names the field. */
  readonly isTitled?: boolean;
}

/** One of a few choices, all visible. */
export function RadioField({ options, ...props }: RadioFieldProps) {
  return (
    <Field {...props} role="radiogroup" nameOf={labelIn(options)}>
      {(value, onChange, { id, name, onBlur }) =>
        options.map((option) => (
          <Radio
            key={option.value}
            id={`${id}-${option.value}`}
            name={name}
            label={option.label}
            {...(option.description && { description: option.description })}
            isDisabled={option.isDisabled ?? false}
            isChecked={value === option.value}
            onBlur={onBlur}
            onChange={() => onChange(option.value)}
          />
        ))
      }
    </Field>
  );
}

interface NumberFieldProps extends FieldProps {
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  /** The size of one unit in the form's value, such as 60 for minutes stored in seconds. */
  readonly perUnit?: number;
}

export function NumberField({ min, max, unit, perUnit = 1, label, ...props }: NumberFieldProps) {
  const { t } = useTranslation();
  const range = t('form.range', { min, max });
  const within = (value: number) => Math.min(Math.max(value, min), max);
  return (
    <Field
      {...props}
      label={label}
      messages={{ between: range, outOfRange: range, invalid: range, wholeNumber: range, required: range }}
    >
      {(value, onChange, { id, name, onBlur, ...input }) => {
        const number = typeof value === 'number' ? value / perUnit : NaN;
        const change = (next: number) => onChange(next * perUnit);
        const isEmpty = Number.isNaN(number);
        return (
          <NumberInput
            id={`${id}-group`}
            value={isEmpty ? NOTHING : number}
            min={min}
            max={max}
            inputName={name}
            inputAriaLabel={label}
            inputProps={{ id, ref: input.ref, 'aria-describedby': input['aria-describedby'] }}
            minusBtnAriaLabel={t('form.less', { label })}
            plusBtnAriaLabel={t('form.more', { label })}
            validated={input.validated}
            {...(unit && { unit: <OneLine>{unit}</OneLine> })}
            onMinus={() => change(within(isEmpty ? min : number - 1))}
            onPlus={() => change(within(isEmpty ? min : number + 1))}
            onChange={(event) => {
              // PatternFly turns an empty input into zero on blur.
              if (event.type !== 'blur') change(event.currentTarget.valueAsNumber);
            }}
            onBlur={(event?: FocusEvent<HTMLInputElement>) => {
              if (isEmpty && event) event.target.value = '';
              onBlur();
            }}
          />
        );
      }}
    </Field>
  );
}

/** An empty number input. PatternFly passes an empty text through, despite the type. */
const NOTHING = '' as unknown as number;

interface CheckboxFieldProps extends Pick<FieldProps, 'name' | 'help' | 'isRequired'> {
  readonly label: ReactNode;
}

export function CheckboxField({ name, label, help, isRequired = false }: CheckboxFieldProps) {
  const id = useId();
  const { field, fieldState } = useController<Record<string, boolean | undefined>>({ name });
  const { ref, value, onBlur, onChange } = field;
  const { error } = fieldState;
  const message = useFieldMessage(error?.message);
  return (
    <div>
      <Checkbox
        id={id}
        name={name}
        ref={ref}
        label={label}
        isRequired={isRequired}
        isChecked={value ?? false}
        isValid={!error}
        aria-describedby={`${id}-help`}
        onBlur={onBlur}
        onChange={(_, checked) => onChange(checked)}
      />
      <FieldHelp id={`${id}-help`} error={error && message} help={help} />
    </div>
  );
}

/** A port number; the value is null if the input is empty. */
export function PortField({ isRequired = false, ...props }: FieldProps) {
  return (
    <Field {...props} isRequired={isRequired}>
      {(value, onChange, input) => (
        <TextInput
          {...input}
          type="number"
          inputMode="numeric"
          min={1}
          max={65_535}
          isRequired={isRequired}
          value={asText(value)}
          onChange={(_, typed) => onChange(typed === '' ? null : Number(typed))}
        />
      )}
    </Field>
  );
}
