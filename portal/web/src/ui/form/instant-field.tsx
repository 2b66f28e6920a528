import { useTranslation } from 'react-i18next';
import { DateInput } from '../dates/date-input.tsx';
import { instantOf, isInstant, minuteOf } from '../dates/typed.ts';
import { Field, type FieldProps } from './field.tsx';

/** A date and time in the browser's zone. The value is an RFC 3339 instant, null if empty, or invalid text, which validation refuses. */
export function InstantField(props: FieldProps) {
  const { t } = useTranslation();
  const noSuchTime = t('dates.noSuchTime');
  return (
    <Field {...props} messages={{ invalid: noSuchTime }}>
      {(value, onChange, input) => (
        <DateInput
          {...input}
          hasTime
          label={props.label}
          isRequired={props.isRequired ?? false}
          typed={typedOf(value)}
          onTyped={(typed) => onChange(typed === '' ? null : (instantOf(typed) ?? typed))}
        />
      )}
    </Field>
  );
}

function typedOf(value: unknown): string {
  if (isInstant(value)) return minuteOf(new Date(value));
  return typeof value === 'string' ? value : '';
}
