import { pricingPolicyChange, pricingPolicyCreation } from '@gpulease/contract/catalogue-editing';
import { currencies, pricingModes, pricingUnits } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { defineResource } from '../resource/resource-kind.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { RadioField, SelectField, TextField } from '../../../ui/form/inputs.tsx';
import { Price } from '../../../ui/money.tsx';
import { EnglishFields, TextFields } from './inputs.tsx';
import { PriceChange } from './price-change.tsx';
import { selectFilter } from '../../../ui/table/filter-kinds.ts';
import { textColumn } from '../../../ui/table/column-kinds.tsx';
import { description } from './texts.tsx';

function PolicyFields({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isNew && (
        <RadioField
          isRequired
          name="mode"
          label={t('workload.pricing')}
          help={t('policy.modeHelp')}
          options={optionsOf(
            pricingModes,
            (value) => t(`pricingMode.${value}`),
            (value) => t(`policy.mode.${value}`),
          )}
        />
      )}
      <TextField
        isRequired
        isEmptyAbsent
        name="price"
        inputMode="decimal"
        label={t('policy.price')}
        help={t('policy.priceHelp')}
      />
      {!isNew && <PriceChange />}
      <SelectField
        isRequired
        name="currency"
        label={t('policy.currency')}
        options={optionsOf(currencies, (value) => t(`policy.currencies.${value}`))}
      />
      <SelectField
        isRequired
        name="unit"
        label={t('policy.unit')}
        options={optionsOf(pricingUnits, (value) => t(`pricingUnit.${value}`))}
      />
      <TextFields />
      <EnglishFields />
    </>
  );
}

export const pricingPolicies = defineResource({
  area: 'pricing-policies',
  operations: {
    list: 'listPricingPolicies',
    get: 'getPricingPolicy',
    create: 'createPricingPolicy',
    update: 'updatePricingPolicy',
    remove: 'deletePricingPolicy',
  },
  creation: pricingPolicyCreation,
  change: pricingPolicyChange,
  properties: (words) => [
    {
      key: 'mode',
      title: words.t('workload.pricing'),
      sortBy: 'mode',
      render: ({ mode }) => words.t(`pricingMode.${mode}`),
    },
    {
      key: 'price',
      title: words.t('catalogue.price'),
      sortBy: 'price',
      isNarrow: true,
      render: ({ price, unit }) => <Price price={price} unit={unit} />,
    },
    textColumn('skus', words.t('navigation.admin.skus')),
    textColumn('workloads', words.t('navigation.admin.workloads')),
    description(words, false),
  ],
  filters: ({ t }) => [
    selectFilter('mode', t('workload.pricing'), pricingModes, (value) => t(`pricingMode.${value}`)),
  ],
  Fields: PolicyFields,
  initial: {
    mode: 'ON_DEMAND',
    price: null,
    currency: 'CNY',
    unit: 'HOUR',
    description: null,
    translations: { en: { description: null } },
  },
  usedBy: [
    { operation: 'listSkus', by: 'pricing' },
    { operation: 'listAllWorkloads', by: 'pricing' },
  ],
});
