import type { Availability, Sku } from '@gpulease/contract/catalog';
import { Flex, Label } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status-label.tsx';
import { supplyFor } from './queries.ts';

interface SupplyLabelsProps {
  readonly sku: Sku;
  /** Absent: the region never has one. */
  readonly place: Availability | undefined;
}

/** How many are left in a region: on demand or for a term, and for Spot where the SKU has a price for it. */
export function SupplyLabels({ sku, place }: SupplyLabelsProps) {
  const { t } = useTranslation();
  const modes = new Set(sku.pricing.map(({ mode }) => (mode === 'SPOT' ? mode : 'ON_DEMAND')));
  // An outline has no background of its own, and a disabled card's grey is too light for it in the dark theme.
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
