import type { AdminSku } from '@gpulease/contract/catalogue';
import { skuChange, skuCreation } from '@gpulease/contract/catalogue-editing';
import { activityStatuses, pricingModes } from '@gpulease/contract/enums';
import { displayPrice } from '@gpulease/contract/money';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/form/inputs.tsx';
import { QuantityField } from '../../../ui/form/quantity-field.tsx';
import { NONE, ReferencesField } from '../../../ui/form/reference-field.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Price, useMoneyDisplay } from '../../../ui/money.tsx';
import { Name } from '../../../ui/one-line.tsx';
import { column, textColumn } from '../../../ui/table/column-kinds.tsx';
import { selectFilter, statusFilter } from '../../../ui/table/filter-kinds.ts';
import { sizeText } from '../../offers/queries.ts';
import { useCatalogueCause } from '../causes.ts';
import { Tags } from '../resource/labels.tsx';
import { defineResource, detail, operationsOf } from '../resource/resource-kind.ts';
import { description, displayName, EnglishFields, GpuFields, TagsInput, TextFields } from './inputs.tsx';

function SkuFields() {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  return (
    <>
      <TextFields hasDisplayName="required" />
      <NumberField isRequired name="cpu" label={t('catalogue.cpu')} min={1} max={1024} />
      <QuantityField isRequired name="memory" label={t('catalogue.machineMemory')} unit="GiB" />
      <QuantityField
        isRequired
        name="disk"
        label={t('catalogue.disk')}
        unit="GiB"
        help={t('catalogue.diskHelp')}
      />
      <GpuFields name="gpu" numberName="gpuNumber" max={16} />
      <ReferencesField
        isRequired
        name="pricingNames"
        label={t('navigation.admin.pricing-policies')}
        operation="listPricingPolicies"
        titleOf={({ mode, price, unit }) =>
          `${t(`pricingMode.${mode}`)} ${displayPrice(price, money)} / ${t(`pricingUnit.${unit}`)}`
        }
      />
      <TagsInput />
      <EnglishFields hasDisplayName />
    </>
  );
}

export const skus = defineResource({
  area: 'skus',
  operations: operationsOf('Sku', 'listSkus'),
  creation: skuCreation,
  change: skuChange,
  status: { look: 'activity', statuses: activityStatuses, operation: 'setSkuStatus', ofSeveral: {} },
  properties: ({ t, format }) => [
    displayName(t),
    column(
      'gpuNumber',
      t('sku.gpu'),
      ({ gpuModel, gpuNumber }) => (gpuModel === null ? t('sku.noGpu') : `${gpuModel} × ${gpuNumber}`),
      { sortBy: 'gpuNumber' },
    ),
    column('cpu', t('sku.machine'), (sku) => sizeText(sku, { t, format }), { sortBy: 'cpu' }),
    column(
      'availability',
      t('sku.availability'),
      ({ availability, faults }) =>
        availability.length + faults.length === 0 ? (
          '–'
        ) : (
          <>
            {availability.map(({ region, available }) => (
              <div key={region}>
                <Name>{t('catalogue.stock', { region, available })}</Name>
              </div>
            ))}
            <SkuFaults faults={faults} />
          </>
        ),
      { isNarrow: true },
    ),
    column(
      'pricing',
      t('navigation.admin.pricing-policies'),
      ({ pricing }) =>
        pricing.map(({ name, mode, price, unit }) => (
          <div key={name}>
            <TextLink to={`/admin/pricing-policies/${name}`}>{t(`pricingMode.${mode}`)}</TextLink>{' '}
            <Price price={price} unit={unit} />
          </div>
        )),
      { isNarrow: true },
    ),
    textColumn('workloads', t('navigation.admin.workloads')),
    description(t),
    detail('tags', t('catalogue.tags'), ({ tags }) => <Tags tags={tags} />),
  ],
  filters: ({ t }) => [
    statusFilter('activity', activityStatuses, t),
    selectFilter('mode', t('workload.pricing'), pricingModes, (value) => t(`pricingMode.${value}`)),
    { kind: 'typeahead', name: 'region', label: t('workload.region'), operation: 'listRegions' },
    selectFilter('soldOut', t('sku.availability'), ['true'], () => t('status.availability.NONE')),
  ],
  Fields: SkuFields,
  initial: {
    displayName: null,
    description: null,
    translations: { en: { displayName: null, description: null } },
    cpu: null,
    memory: null,
    disk: null,
    gpu: '',
    gpuNumber: 1,
    tags: [],
    pricingNames: [],
  },
  toValues: ({ gpu }) => (gpu === null ? { gpu: NONE } : {}),
  toBody: ({ gpu, ...values }) =>
    gpu === NONE ? { ...values, gpu: null, gpuNumber: 0 } : { ...values, gpu: gpu as unknown },
  Notice: SkuNotice,
  usedBy: [
    { operation: 'listNodes', by: 'sku' },
    { operation: 'listAllWorkloads', by: 'sku' },
  ],
});

function SkuNotice({ item: { faults, condition, availability } }: { readonly item: AdminSku }) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  const isSold = condition.ready || availability.length > 0;
  return (
    <InlineAlert variant="warning" title={isSold ? t('catalogue.soldInPart') : t('catalogue.notSold')}>
      <SkuFaults hasDetails faults={faults} />
    </InlineAlert>
  );
}

type FaultsProps = Pick<AdminSku, 'faults'> & { readonly hasDetails?: boolean };

function SkuFaults({ faults, hasDetails = false }: FaultsProps) {
  const { t } = useTranslation();
  const causeOf = useCatalogueCause();
  return faults.map(({ area, name, ...saying }) => {
    const { text, detail } = causeOf(saying);
    return (
      <div key={`${area} ${name}`}>
        {t(`catalogue.kind.${area}`)} <TextLink to={`/admin/${area}/${name}`}>{name}</TextLink> · {text}
        {hasDetails && detail !== undefined && (
          <Content component="small" lang="en">
            {detail}
          </Content>
        )}
      </div>
    );
  });
}
