import { weekdays, type Weekday } from '@gpulease/contract/enums';
import { Checkbox, Flex } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { labelIn, optionsOf } from '../../../ui/form/options.ts';

/** On which days, from when to when, and where: the weekly hours of a form's `autoStop`. */
export function WeeklyFields() {
  const { t } = useTranslation();
  return (
    <>
      <DaysField />
      {/* Native fields of times speak the browser's language. */}
      <TextField isRequired name="autoStop.from" label={t('autoStop.from')} placeholder="09:00" />
      <TextField
        isRequired
        placeholder="18:00"
        name="autoStop.to"
        label={t('autoStop.to')}
        help={t('autoStop.toHelp')}
      />
      <SelectField
        isRequired
        name="autoStop.timeZone"
        label={t('autoStop.timeZone')}
        options={optionsOf(Intl.supportedValuesOf('timeZone'), (zone) => zone)}
      />
    </>
  );
}

function DaysField() {
  const { t } = useTranslation();
  const options = optionsOf(weekdays, (day) => t(`autoStop.day.${day}`));
  return (
    <Field isRequired role="group" name="autoStop.days" label={t('autoStop.days')} nameOf={labelIn(options)}>
      {(value, onChange, { id, name, onBlur }) => (
        <Flex>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              id={`${id}-${option.value}`}
              name={name}
              label={option.label}
              isChecked={isChosen(value, option.value)}
              onBlur={onBlur}
              onChange={(_, isOn) => onChange(switched(value, option.value, isOn))}
            />
          ))}
        </Flex>
      )}
    </Field>
  );
}

function isChosen(days: unknown, day: string): boolean {
  return Array.isArray(days) && days.includes(day);
}

/** The days in the order of the week, however they were chosen. */
function switched(days: unknown, switchedDay: string, isOn: boolean): Weekday[] {
  return weekdays.filter((day) => (day === switchedDay ? isOn : isChosen(days, day)));
}
