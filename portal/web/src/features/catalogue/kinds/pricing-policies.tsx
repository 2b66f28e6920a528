import { pricingPolicyChange, pricingPolicyCreation } from '@gpulease/contract/catalogue-editing';
import { currencies, pricingModes, pricingUnits } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { defineResource, operationsOf } from '../resource/resource-kind.ts';
import { optionsOf } from '../../../ui/form/options.ts';
import { RadioField, SelectField } from '../../../ui/form/inputs.tsx';
import { Price } from '../../../ui/money.tsx';
import { description, EnglishFields, TextFields, TextLine } from './inputs.tsx';
import { selectFilter } from '../../../ui/table/filter-kinds.ts';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { Content } from '@patternfly/react-core';
import { useFormState, useWatch, type FieldValues } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { useApi } from '../../../api/queries.ts';

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
      <TextLine
        isRequired
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
  operations: operationsOf('PricingPolicy', 'listPricingPolicies'),
  creation: pricingPolicyCreation,
  change: pricingPolicyChange,
  properties: ({ t }) => [
    column('mode', t('workload.pricing'), ({ mode }) => t(`pricingMode.${mode}`), { sortBy: 'mode' }),
    column('price', t('policy.price'), ({ price, unit }) => <Price price={price} unit={unit} />, {
      sortBy: 'price',
      isNarrow: true,
    }),
    textColumn('skus', t('navigation.admin.skus')),
    textColumn('workloads', t('navigation.admin.workloads')),
    description(t, false),
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

/** Explains whom an edited price affects and when. */
function PriceChange() {
  const { t } = useTranslation();
  const { name = '' } = useParams();
  // The page has already loaded the policy.
  const { data: policy } = useApi('getPricingPolicy', { params: { name } });
  const { defaultValues = {} } = useFormState();
  const shown: FieldValues = useWatch();
  if (!policy || isSame(shown, defaultValues)) return null;
  const { mode, workloads: count } = policy;
  return (
    <Content component="p" role="status">
      {t(`priceChange.${mode === 'RESERVED' ? 'reserved' : 'metered'}`)}{' '}
      {count > 0 && t('priceChange.used', { count })}
    </Content>
  );
}

function isSame(shown: FieldValues, saved: FieldValues): boolean {
  const isPrice = Boolean(shown.price) && Number.isFinite(Number(shown.price));
  return !isPrice || (Number(shown.price) === Number(saved.price) && shown.unit === saved.unit);
}
