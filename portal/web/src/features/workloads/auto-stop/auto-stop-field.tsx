import { autoStopKinds, weekdays } from '@gpulease/contract/enums';
import { Checkbox, Flex } from '@patternfly/react-core';
import type { TFunction } from 'i18next';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { Field, type FieldProps } from '../../../ui/form/field.tsx';
import { NumberField, RadioField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { labelIn, optionsOf } from '../../../ui/form/options.ts';
import { useUnmeasured, type AutoStopInput, type Measured } from './auto-stop.ts';

const MOST_HOURS = 720;
const MOST_PERCENT = 50;
const LEAST_MINUTES = 15;
const MOST_MINUTES = 1_440;

interface AutoStopFieldProps {
  /** The term is prepaid, so a stop saves nothing. */
  readonly isReserved: boolean;
  readonly about: Measured;
  readonly isTitled?: boolean;
}

/** A form's `autoStop`: when the machine stops automatically. */
export function AutoStopField({ isReserved, about, isTitled = false }: AutoStopFieldProps) {
  const { t, format } = useWords();
  const kind = useFormContext<{ autoStop: AutoStopInput }>().watch('autoStop.kind');
  const missing = useUnmeasured(about);
  const field = (name: Exclude<keyof AutoStopInput, 'kind'>) => ({
    isRequired: true,
    name: `autoStop.${name}`,
    label: t(`autoStop.${name}`),
  });
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
        <InstantField {...field('at')} help={t('autoStop.atHelp', { zone: format.zone() })} />
      )}
      {kind === 'AFTER' && (
        <NumberField
          {...field('hours')}
          help={t('autoStop.hoursHelp')}
          unit={t('pricingUnit.HOUR')}
          min={1}
          max={MOST_HOURS}
        />
      )}
      {kind === 'IDLE' && (
        <>
          <NumberField {...field('gpuPercent')} unit="%" min={1} max={MOST_PERCENT} />
          <NumberField
            {...field('minutes')}
            help={t('autoStop.minutesHelp')}
            unit={t('autoStop.minute')}
            min={LEAST_MINUTES}
            max={MOST_MINUTES}
          />
        </>
      )}
      {kind === 'WEEKLY' && (
        <>
          <DaysField {...field('days')} />
          {/* Text fields, because native time inputs use the browser's language. */}
          <TextField {...field('from')} placeholder="09:00" />
          <TextField {...field('to')} placeholder="18:00" help={t('autoStop.toHelp')} />
          <SelectField
            {...field('timeZone')}
            options={optionsOf(Intl.supportedValuesOf('timeZone'), (zone) => zone)}
          />
        </>
      )}
    </>
  );
}

function helpOf(kind: AutoStopInput['kind'], isReserved: boolean, t: TFunction): string {
  if (kind === 'WEEKLY') return t(isReserved ? 'autoStop.weeklyReservedHelp' : 'autoStop.weeklyHelp');
  const help = t(isReserved ? 'autoStop.reservedHelp' : 'autoStop.help');
  return kind === 'IDLE' ? t('autoStop.idleHelp', { rest: help }) : help;
}

function DaysField(field: Pick<FieldProps, 'isRequired' | 'name' | 'label'>) {
  const { t } = useWords();
  const options = optionsOf(weekdays, (day) => t(`autoStop.day.${day}`));
  return (
    <Field {...field} role="group" nameOf={labelIn(options)}>
      {(value, onChange, { id, name, onBlur }) => {
        const chosen = (value ?? []) as readonly string[];
        return (
          <Flex>
            {options.map((option) => (
              <Checkbox
                key={option.value}
                id={`${id}-${option.value}`}
                name={name}
                label={option.label}
                isChecked={chosen.includes(option.value)}
                onBlur={onBlur}
                // In the order of the week, not of selection.
                onChange={(_, isOn) =>
                  onChange(weekdays.filter((day) => (day === option.value ? isOn : chosen.includes(day))))
                }
              />
            ))}
          </Flex>
        );
      }}
    </Field>
  );
}
