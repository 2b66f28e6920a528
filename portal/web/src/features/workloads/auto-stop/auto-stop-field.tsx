import { autoStopKinds } from '@gpulease/contract/enums';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import type { AutoStopInput } from './auto-stop.ts';
import { WeeklyFields } from './weekly-fields.tsx';

const MOST_HOURS = 720;

interface AutoStopFieldProps {
  /** The term is paid, so that a stop saves nothing. */
  readonly isReserved: boolean;
  /** The context already names the field. */
  readonly isTitled?: boolean;
}

/** When the machine stops by itself: a form's `autoStop`. */
export function AutoStopField({ isReserved, isTitled = false }: AutoStopFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = useFormContext<{ autoStop: AutoStopInput }>().watch('autoStop.kind');
  return (
    <>
      <RadioField
        isTitled={isTitled}
        name="autoStop.kind"
        label={t('autoStop.title')}
        options={optionsOf(autoStopKinds, (value) => t(`autoStop.kind.${value}`))}
        {...(kind !== 'NEVER' && { help: t(helpOf(kind, isReserved)) })}
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
      {kind === 'WEEKLY' && <WeeklyFields />}
    </>
  );
}

function helpOf(kind: AutoStopInput['kind'], isReserved: boolean) {
  if (kind === 'WEEKLY') return isReserved ? 'autoStop.weeklyReservedHelp' : 'autoStop.weeklyHelp';
  return isReserved ? 'autoStop.reservedHelp' : 'autoStop.help';
}
