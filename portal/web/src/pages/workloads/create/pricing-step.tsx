import { interruptions, resumeModes } from '@gpulease/contract/enums';
import { Form } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { displayPrice } from '@gpulease/contract/money';
import { InstantField, NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { useMoneyDisplay } from '../../../ui/money.tsx';
import type { OrderInput } from './order.ts';
import type { Catalogue } from './order-wizard.tsx';

const MOST_UNITS = 120;

/** How it is paid: by use, for a term, or at the spot price; and when it starts. */
export function PricingStep({ skus }: Catalogue) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const form = useFormContext<OrderInput>();
  const [sku, pricing] = form.watch(['sku', 'pricing']);
  const offers = skus.find(({ name }) => name === sku)?.pricing ?? [];
  const chosen = offers.find(({ name }) => name === pricing);
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <RadioField
        isRequired
        name="pricing"
        label={t('workload.pricing')}
        options={offers.map(({ name, mode, price, unit }) => ({
          value: name,
          label: `${t(`pricingMode.${mode}`)} · ${displayPrice(price, money)} / ${t(`pricingUnit.${unit}`)}`,
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
            help={t('order.startHelp')}
          />
        </>
      )}
      {chosen?.mode === 'SPOT' && (
        <RadioField
          name="interruption"
          label={t('workload.interruption')}
          options={interruptions.map((value) => ({ value, label: t(`interruption.${value}`) }))}
        />
      )}
      <RadioField
        name="resume"
        label={t('workload.resume')}
        options={resumeModes.map((value) => ({ value, label: t(`resume.${value}`) }))}
      />
    </Form>
  );
}
