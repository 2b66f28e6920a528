import type { Sku } from '@gpulease/contract/catalog';
import { Card, CardBody, CardHeader, CardTitle, Form, Gallery, GalleryItem } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isAvailable } from '../../../catalog/queries.ts';
import { SkuSummary } from '../../../catalog/sku-summary.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField, RadioField } from '../../../ui/form/inputs.tsx';
import { fitToSku, includedDisk, type Catalogue, type OrderInput } from './order.ts';

const MOST_SKUS_PER_MACHINE = 16;

/** Where, which machine, and how much of it. */
export function SkuStep({ skus, regions }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const [region, chosen] = form.watch(['region', 'sku']);
  // What the order chose before may not be had in another region; that is said at once.
  useEffect(() => {
    if (chosen !== '') void form.trigger('sku');
  }, [form, region, chosen]);
  useDiskOfSku(skus.find(({ name }) => name === chosen));
  const choose = (sku: Sku) => {
    for (const [name, value] of Object.entries(fitToSku(form.getValues(), sku)))
      form.setValue(name as keyof OrderInput, value, { shouldValidate: name === 'sku' });
  };
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <RadioField
        isRequired
        name="region"
        label={t('workload.region')}
        options={regions.map(({ name, displayName, description }) => ({
          value: name,
          label: displayName,
          description,
        }))}
      />
      <Field isRequired name="sku" label={t('workload.sku')} role="radiogroup">
        {(value, _, { id }) => (
          <Gallery hasGutter minWidths={{ default: '230px' }}>
            {availableFirst(skus, region).map((sku) => (
              <GalleryItem key={sku.name}>
                <SkuCard
                  id={`${id}-${sku.name}`}
                  sku={sku}
                  region={region}
                  isChosen={value === sku.name}
                  onChoose={() => choose(sku)}
                />
              </GalleryItem>
            ))}
          </Gallery>
        )}
      </Field>
      <NumberField
        name="skuQuantity"
        label={t('workload.skuQuantity')}
        help={t('order.skuQuantityHelp')}
        min={1}
        max={MOST_SKUS_PER_MACHINE}
      />
    </Form>
  );
}

/** The disk grows and shrinks with the quantity, as what is included does. */
function useDiskOfSku(sku: Sku | undefined): void {
  const { getValues, setValue, watch } = useFormContext<OrderInput>();
  const quantity = watch('skuQuantity');
  const before = useRef(quantity);
  useEffect(() => {
    if (!sku || before.current === quantity) return;
    const wasWhole = getValues('rootDiskSize') === includedDisk(sku, before.current);
    const size = includedDisk(sku, quantity);
    setValue('rootDiskSize', wasWhole ? size : Math.min(getValues('rootDiskSize'), size));
    before.current = quantity;
  }, [sku, quantity, getValues, setValue]);
}

function availableFirst(skus: readonly Sku[], region: string): readonly Sku[] {
  return [...skus].sort(
    (one, other) => Number(isAvailable(other, region)) - Number(isAvailable(one, region)),
  );
}

interface SkuCardProps {
  readonly id: string;
  readonly sku: Sku;
  readonly region: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A SKU to choose. Sold out ones stay in sight. */
function SkuCard({ id, sku, region, isChosen, onChoose }: SkuCardProps) {
  return (
    <Card isCompact isFullHeight isSelectable isSelected={isChosen} isDisabled={!isAvailable(sku, region)}>
      <CardHeader
        selectableActions={{
          variant: 'single',
          name: 'sku',
          selectableActionId: id,
          selectableActionAriaLabelledby: `${id}-title`,
          onChange: onChoose,
        }}
      >
        <CardTitle component="h3" id={`${id}-title`}>
          {sku.displayName}
        </CardTitle>
      </CardHeader>
      <CardBody>
        <SkuSummary sku={sku} region={region} />
      </CardBody>
    </Card>
  );
}
