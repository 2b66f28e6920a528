import type { Sku } from '@gpulease/contract/catalogue';
import type { PricingMode } from '@gpulease/contract/enums';
import { FormGroup, Gallery, GalleryItem } from '@patternfly/react-core';
import { useEffect, useId, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useWords } from '../../../i18n/words.ts';
import {
  bestLevel,
  firstAvailable,
  gpuOffers,
  type GpuOffer,
  type OfferPrice,
} from '../../offers/gpu-offers.ts';
import { isOrderable } from '../../offers/queries.ts';
import { LazyStockAlert } from '../../offers/lazy-stock-alert.ts';
import { SkuSummary } from '../../offers/sku-summary.tsx';
import { Price } from '../../../ui/money.tsx';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/inputs.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { defaultImage } from './default-image.ts';
import {
  chosenIn,
  fitToSku,
  includedDisk,
  MOST_SKUS_PER_MACHINE,
  type Catalogue,
  type OrderInput,
} from './order.ts';
import { useOrderedFor } from './ordered-for.ts';
import { RegionField } from './region-field.tsx';
import { Section } from '../../../ui/form/section.tsx';

/** Two columns on a phone. */
const modelWidths = { default: '150px', sm: '200px' };
const skuWidths = { default: '200px' };

export function MachineSection(catalogue: Catalogue) {
  const { t } = useWords();
  const form = useFormContext<OrderInput>();
  const { sku, policy } = chosenIn(form.watch(), catalogue);
  const offers = gpuOffers(catalogue.skus, form.watch('region'));
  const offer = offers.find(({ skus }) => skus.some(({ name }) => name === sku?.name));
  useSupplyCheck(sku);
  useDiskOfSku(sku);
  const choose = (chosen: Sku) => {
    const order = form.getValues();
    if (!order.isImageChosen) {
      const image = defaultImage(catalogue.images, chosen, order.image);
      form.setValue('image', image, { shouldValidate: true });
    }
    for (const [name, value] of Object.entries(fitToSku(order, chosen, policy?.mode)))
      form.setValue(name as keyof OrderInput, value, { shouldValidate: name === 'sku' });
  };
  return (
    <Section title={t('order.section.machine')}>
      <GpuChoice offers={offers} chosen={offer?.gpu} mode={policy?.mode} onChoose={choose} />
      <SkuChoice skus={offer?.skus ?? []} onChoose={choose} />
      <NumberField
        name="skuQuantity"
        label={t('workload.skuQuantity')}
        help={t('order.skuQuantityHelp')}
        min={1}
        max={MOST_SKUS_PER_MACHINE}
      />
      <RegionField regions={catalogue.regions} sku={sku} />
    </Section>
  );
}

/** Shows immediately that the choice is sold out or was withdrawn. */
function useSupplyCheck(sku: Sku | undefined): void {
  const { trigger, watch } = useFormContext<OrderInput>();
  const region = watch('region');
  useEffect(() => {
    if (sku) void trigger('sku');
  }, [trigger, region, sku]);
}

/** The disk grows and shrinks with the quantity, like the included size. */
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

interface GpuChoiceProps {
  readonly offers: readonly GpuOffer[];
  readonly chosen: string | undefined;
  readonly mode: PricingMode | undefined;
  readonly onChoose: (sku: Sku) => void;
}

/** The GPU models. Choosing one selects its smallest available machine. */
function GpuChoice({ offers, chosen, mode, onChoose }: GpuChoiceProps) {
  const { t, format } = useWords();
  const id = useId();
  const { getValues } = useFormContext<OrderInput>();
  return (
    <FormGroup role="radiogroup" fieldId={id} label={t('catalogue.model')}>
      <Gallery hasGutter minWidths={modelWidths}>
        {offers.map((offer) => {
          const price = priceShown(offer, mode);
          return (
            <GalleryItem key={offer.gpu}>
              <ChoiceCard
                group="gpu"
                id={`${id}-${offer.gpu}`}
                title={offer.model ?? t('sku.noGpu')}
                isChosen={offer.gpu === chosen}
                isDisabled={!offer.skus.some((sku) => isOrderable(sku))}
                onChoose={() => {
                  const sku = price?.machine ?? firstAvailable(offer.skus, getValues('region'));
                  if (sku) onChoose(sku);
                }}
              >
                {offer.memory !== null && (
                  <div>{t('sku.gpuMemory', { memory: format.gib(offer.memory) })}</div>
                )}
                {price && (
                  <div>
                    {offer.gpu !== '' && t('sku.perGpu')} <Price price={price.price} unit="HOUR" />
                  </div>
                )}
                <StatusLabel kind="availability" status={bestLevel(offer.places)} />
              </ChoiceCard>
            </GalleryItem>
          );
        })}
      </Gallery>
    </FormGroup>
  );
}

/** The price in the previous mode, or else in the first available one; the card selects the machine with that price. */
function priceShown({ prices }: GpuOffer, mode: PricingMode = 'ON_DEMAND'): OfferPrice | undefined {
  return prices[mode] ?? prices.ON_DEMAND ?? prices.RESERVED ?? prices.SPOT;
}

interface SkuChoiceProps {
  readonly skus: readonly Sku[];
  readonly onChoose: (sku: Sku) => void;
}

function SkuChoice({ skus, onChoose }: SkuChoiceProps) {
  const { t } = useWords();
  const isOwn = useOrderedFor() === undefined;
  const region = useFormContext<OrderInput>().watch('region');
  return (
    <Field isRequired name="sku" label={t('workload.sku')} role="radiogroup">
      {(value, _, { id }) => (
        <Gallery hasGutter minWidths={skuWidths}>
          {skus.map((sku) => (
            <GalleryItem key={sku.name}>
              <ChoiceCard
                group="sku"
                id={`${id}-${sku.name}`}
                title={sku.displayName}
                isChosen={value === sku.name}
                isDisabled={!isOrderable(sku)}
                onChoose={() => onChoose(sku)}
              >
                <SkuSummary sku={sku} region={region} />
                {isOwn && !isOrderable(sku) && <LazyStockAlert sku={sku.name} name={sku.displayName} />}
              </ChoiceCard>
            </GalleryItem>
          ))}
        </Gallery>
      )}
    </Field>
  );
}
