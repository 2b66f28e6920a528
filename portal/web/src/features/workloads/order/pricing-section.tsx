import type { Pricing } from '@gpulease/contract/common';
import { interruptions } from '@gpulease/contract/enums';
import { displayPrice } from '@gpulease/contract/money';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import { percentBelow, pricePerHour } from '../../offers/price-comparison.ts';
import { useSupplyWords } from '../../offers/queries.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { InstantField } from '../../../ui/form/instant-field.tsx';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import { MOST_UNITS, type Catalogue, type OrderInput } from './order.ts';
import { Section } from '../../../ui/form/section.tsx';

export function PricingSection({ skus }: Catalogue) {
  const { t, format } = useWords();
  const money = useMoneyDisplay();
  const form = useFormContext<OrderInput>();
  const supply = useSupplyWords();
  const [sku, pricing, region] = form.watch(['sku', 'pricing', 'region']);
  const chosenSku = skus.find(({ name }) => name === sku);
  const offers = chosenSku?.pricing ?? [];
  const saving = useSavingWords(offers);
  const place = chosenSku?.availability.find((one) => one.region === region);
  const chosen = offers.find(({ name }) => name === pricing);
  return (
    <Section title={t('order.section.pricing')}>
      <RadioField
        isRequired
        name="pricing"
        label={t('workload.pricing')}
        options={offers.map((offer) => ({
          value: offer.name,
          label: `${t(`pricingMode.${offer.mode}`)} · ${displayPrice(offer.price, money)} / ${t(`pricingUnit.${offer.unit}`)}`,
          description: [...saving(offer), supply(offer.mode, place)].join(' · '),
        }))}
        {...(chosen && { help: t(`pricingModeHelp.${chosen.mode}`) })}
      />
      {chosen?.mode === 'RESERVED' && (
        <>
          <NumberField
            name="pricingQuantity"
            label={t('workload.pricingQuantity')}
            unit={t(`pricingUnit.${chosen.unit}`)}
            min={1}
            max={MOST_UNITS}
          />
          <InstantField
            name="reservationStartTime"
            label={t('workload.reservationStartTime')}
            help={t('order.startHelp', { zone: format.zone() })}
          />
        </>
      )}
      {chosen?.mode === 'SPOT' && (
        <RadioField
          name="interruption"
          label={t('workload.interruption')}
          options={optionsOf(interruptions, (value) => t(`interruption.${value}`))}
        />
      )}
    </Section>
  );
}

/** Returns the price per hour, unless that is the unit, and the savings compared with on-demand. */
function useSavingWords(offers: readonly Pricing[]) {
  const { t } = useWords();
  const money = useMoneyDisplay();
  const onDemand = offers.find(({ mode }) => mode === 'ON_DEMAND');
  return (offer: Pricing): string[] => {
    const percent = onDemand === undefined ? 0 : percentBelow(offer, onDemand);
    return [
      ...(offer.unit === 'HOUR'
        ? []
        : [t('order.perHour', { price: displayPrice(pricePerHour(offer), money) })]),
      ...(percent > 0 ? [t('order.saves', { percent })] : []),
    ];
  };
}
