import type { Region, Sku } from '@gpulease/contract/catalog';
import { DescriptionList, List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { Fact } from '../ui/fact.tsx';
import { Price } from '../ui/money.tsx';
import { regionName } from './queries.ts';
import { SupplyLabels } from './supply-labels.tsx';

interface SkuFactsProps {
  readonly sku: Sku;
  readonly regions: readonly Region[] | undefined;
}

/** What one machine of a SKU has, what it costs and where one is free. */
export function SkuFacts({ sku, regions }: SkuFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const size = t('sku.size', {
    cpu: sku.cpu,
    memory: format.gib(sku.memory),
    disk: format.gib(sku.disk),
  });
  const gpu = sku.gpuModel
    ? t('sku.gpus', { model: sku.gpuModel, count: sku.gpuNumber, memory: format.gib(sku.gpuMemory ?? 0) })
    : t('sku.noGpu');
  return (
    <DescriptionList isCompact>
      <Fact term={t('sku.gpu')}>{gpu}</Fact>
      <Fact term={t('sku.machine')}>{size}</Fact>
      {sku.pricing.map(({ name, mode, price, unit }) => (
        <Fact key={name} term={t(`pricingMode.${mode}`)}>
          <Price price={price} unit={unit} />
        </Fact>
      ))}
      <Fact term={t('sku.availability')}>
        <List isPlain>
          {sku.availability.map((place) => (
            <ListItem key={place.region}>
              {regionName(regions, place.region)} <SupplyLabels sku={sku} place={place} />
            </ListItem>
          ))}
        </List>
      </Fact>
    </DescriptionList>
  );
}
