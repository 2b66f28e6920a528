import type { Sku, Availability } from '@gpulease/contract/catalogue';
import { List, ListItem, Flex, Label } from '@patternfly/react-core';
import { useWords } from '../../i18n/words.ts';
import { Price } from '../../ui/money.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { supplyFor } from './queries.ts';

/** A SKU in a few lines: GPU, machine, first price, and the availability in a region. */
export function SkuSummary({ sku, region }: { readonly sku: Sku; readonly region: string }) {
  const { t, format } = useWords();
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

interface SupplyLabelsProps {
  readonly sku: Sku;
  /** Absent if the region does not offer it. */
  readonly place: Availability | undefined;
}

/** The availability in a region: on demand or reserved, and Spot if the SKU has a Spot price. */
function SupplyLabels({ sku, place }: SupplyLabelsProps) {
  const { t } = useWords();
  const modes = new Set(sku.pricing.map(({ mode }) => (mode === 'SPOT' ? mode : 'ON_DEMAND')));
  // An outlined label is transparent, and a disabled card's grey is too light for it in the dark theme.
  if (!place) return <Label isCompact>{t('sku.notHere')}</Label>;
  return (
    <Flex display={{ default: 'inlineFlex' }} gap={{ default: 'gapXs' }}>
      {[...modes].map((mode) => {
        const { level, available } = supplyFor(mode, place);
        const left = available > 0 ? t('sku.left', { available }) : t('status.availability.NONE');
        const text = mode === 'SPOT' ? t('sku.spot', { left }) : left;
        return <StatusLabel key={mode} kind="availability" status={level} text={text} />;
      })}
    </Flex>
  );
}
