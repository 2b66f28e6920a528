import { autoStopKinds, type Weekday, weekdays } from '@gpulease/contract/enums';
import { Checkbox, Flex } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../i18n/words.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField, RadioField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { labelIn, optionsOf } from '../../../ui/form/options.ts';
import type { AutoStopInput } from './auto-stop.ts';
import { type Measured, useUnmeasured } from './unmeasured.ts';

const MOST_HOURS = 720;
const MOST_PERCENT = 50;
const LEAST_MINUTES = 15;
const MOST_MINUTES = 1_440;

interface AutoStopFieldProps {
  /** The term is paid, so that a stop saves nothing. */
  readonly isReserved: boolean;
  /** Whether a machine of this size and image is measured. */
  readonly about: Measured;
  /** The context already names the field. */
  readonly isTitled?: boolean;
}

/** When the machine stops by itself: a form's `autoStop`. */
export function AutoStopField({ isReserved, about, isTitled = false }: AutoStopFieldProps) {
  const { t, format } = useWords();
  const kind = useFormContext<{ autoStop: AutoStopInput }>().watch('autoStop.kind');
  const missing = useUnmeasured(about);
  return (
    <>
      <RadioField
        isTitled={isTitled}
        name="autoStop.kind"
        label={t('autoStop.title')}
        options={optionsOf(autoStopKinds, (value) => t(`autoStop.kind.${value}`)).map((option) =>
          option.value === 'IDLE' && missing !== undefined
            ? { ...option, description: t(`autoStop.unmeasured.${missing}`), isDisabled: kind !== 'IDLE' }
            : option,
        )}
        {...(kind !== 'NEVER' && { help: helpOf(kind, isReserved, t) })}
      />
      {kind === 'AT' && (
        <InstantField
          isRequired
          name="autoStop.at"
          label={t('autoStop.at')}
          help={t('autoStop.atHelp', { zone: format.zone() })}
        />
      )}
      {kind === 'AFTER' && (
        <NumberField
          isRequired
          name="autoStop.hours"
          label={t('autoStop.hours')}
          help={t('autoStop.hoursHelp')}
          unit={t('pricingUnit.HOUR')}
          min={1}
          max={MOST_HOURS}
        />
      )}
      {kind === 'IDLE' && <IdleFields />}
      {kind === 'WEEKLY' && <WeeklyFields />}
    </>
  );
}

/** How little the GPUs have to do, and for how long. */
function IdleFields() {
  const { t } = useWords();
  return (
    <>
      <NumberField
        isRequired
        name="autoStop.gpuPercent"
        label={t('autoStop.gpuPercent')}
        unit="%"
        min={1}
        max={MOST_PERCENT}
      />
      <NumberField
        isRequired
        name="autoStop.minutes"
        label={t('autoStop.minutes')}
        help={t('autoStop.minutesHelp')}
        unit={t('autoStop.minute')}
        min={LEAST_MINUTES}
        max={MOST_MINUTES}
      />
    </>
  );
}

function helpOf(kind: AutoStopInput['kind'], isReserved: boolean, t: TFunction): string {
  if (kind === 'WEEKLY') return t(isReserved ? 'autoStop.weeklyReservedHelp' : 'autoStop.weeklyHelp');
  const help = t(isReserved ? 'autoStop.reservedHelp' : 'autoStop.help');
  return kind === 'IDLE' ? t('autoStop.idleHelp', { rest: help }) : help;
}

/** On which days, from when to when, and where: the weekly hours of a form's `autoStop`. */
function WeeklyFields() {
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
