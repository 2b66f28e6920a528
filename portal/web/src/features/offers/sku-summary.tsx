import type { Sku } from '@gpulease/contract/catalog';
import { List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Price } from '../../ui/money.tsx';
import { SupplyLabels } from './supply-labels.tsx';

interface SkuSummaryProps {
  readonly sku: Sku;
  readonly region: string;
}

/** A SKU in a few lines: GPU, machine, first price, and what is free in a region. */
export function SkuSummary({ sku, region }: SkuSummaryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [first] = sku.pricing;
  return (
    <List isPlain>
      {sku.gpuModel !== null && (
        <ListItem>
          {t('sku.gpus', {
            count: sku.gpuNumber,
            memory: format.gib(sku.gpuMemory ?? 0),
          })}
        </ListItem>
      )}
      <ListItem>
        {t('sku.size', { count: sku.cpu, memory: format.gib(sku.memory), disk: format.gib(sku.disk) })}
      </ListItem>
      {first && (
        <ListItem>
          {t(`pricingMode.${first.mode}`)} <Price price={first.price} unit={first.unit} />
        </ListItem>
      )}
      <ListItem>
        <SupplyLabels sku={sku} place={sku.availability.find((place) => place.region === region)} />
      </ListItem>
    </List>
  );
}
