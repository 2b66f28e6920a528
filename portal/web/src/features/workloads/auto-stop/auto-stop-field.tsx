import { autoStopKinds } from '@gpulease/contract/enums';
import type { TFunction } from 'i18next';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import type { AutoStopInput } from './auto-stop.ts';
import { useUnmeasured, type Measured } from './unmeasured.ts';
import { WeeklyFields } from './weekly-fields.tsx';

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
