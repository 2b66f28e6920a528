import type { Sku } from '@gpulease/contract/catalogue';
import { List, ListItem, Flex, Label } from '@patternfly/react-core';
import { useWords } from '../../i18n/words.ts';
import { Price } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { sizeText, supplyFor } from './queries.ts';

/** A SKU's GPU, size, first price and availability in a region, for Spot as well if it has a Spot price. */
export function SkuSummary({ sku, region }: { readonly sku: Sku; readonly region: string }) {
  const { t, format } = useWords();
  const [first] = sku.pricing;
  const place = sku.availability.find((one) => one.region === region);
  const modes = new Set(sku.pricing.map(({ mode }) => (mode === 'SPOT' ? mode : 'ON_DEMAND')));
  return (
    <List isPlain>
      {sku.gpuModel !== null && (
        <ListItem>{t('sku.gpus', { count: sku.gpuNumber, memory: format.gib(sku.gpuMemory ?? 0) })}</ListItem>
      )}
      <ListItem>{sizeText(sku, { t, format })}</ListItem>
      {first && (
        <ListItem>
          {t(`pricingMode.${first.mode}`)} <Price price={first.price} unit={first.unit} />
        </ListItem>
      )}
      <ListItem>
        {place === undefined ? (
          // An outlined label is transparent, and a disabled card's grey is too light for it in the dark theme.
          <Label isCompact>{t('sku.notHere')}</Label>
        ) : (
          <Flex display={{ default: 'inlineFlex' }} gap={{ default: 'gapXs' }}>
            {[...modes].map((mode) => {
              const { level, available } = supplyFor(mode, place);
              const left = available > 0 ? t('sku.left', { available }) : t('status.availability.NONE');
              const text = mode === 'SPOT' ? t('sku.spot', { left }) : left;
              return <StatusLabel key={mode} kind="availability" status={level} text={text} />;
            })}
          </Flex>
        )}
      </ListItem>
    </List>
  );
}
