import type { Region, Sku } from '@gpulease/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { isOrderable, useSupplyWords } from '../../offers/queries.ts';
import { RadioField } from '../../../ui/form/inputs.tsx';

interface RegionFieldProps {
  readonly regions: readonly Region[];
  readonly sku: Sku | undefined;
}

export function RegionField({ regions, sku }: RegionFieldProps) {
  const { t } = useTranslation();
  const supply = useSupplyWords();
  const supplyIn = (region: string) => {
    const place = sku?.availability.find((one) => one.region === region);
    const modes = sku?.pricing.map(({ mode }) => mode) ?? [];
    const mode = modes.find((one) => one !== 'SPOT') ?? modes[0];
    return mode && supply(mode, place);
  };
  return (
    <RadioField
      isRequired
      name="region"
      label={t('workload.region')}
      options={regions.map(({ name, displayName, description }) => ({
        value: name,
        label: displayName,
        description: [supplyIn(name), description].filter(Boolean).join(' · '),
        isDisabled: sku !== undefined && !isOrderable(sku, name),
      }))}
    />
  );
}
