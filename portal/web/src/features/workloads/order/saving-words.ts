import type { Pricing } from '@gpulease/contract/common';
import { displayPrice } from '@gpulease/contract/money';
import { useTranslation } from 'react-i18next';
import { percentBelow, pricePerHour } from '../../offers/price-comparison.ts';
import { useMoneyDisplay } from '../../../ui/money.tsx';

/** What a price comes to in an hour where it is for another time, and how much it saves against on-demand. */
export function useSavingWords(offers: readonly Pricing[]) {
  const { t } = useTranslation();
  const money = useMoneyDisplay();
  const onDemand = offers.find(({ mode }) => mode === 'ON_DEMAND');
  return (offer: Pricing): string[] => {
    const percent = onDemand === undefined ? 0 : percentBelow(offer, onDemand);
    return [
      ...(offer.unit === 'HOUR'
        ? []
        : [t('order.perHour', { price: displayPrice(pricePerHour(offer), money) })]),
      ...(percent > 0 ? [t('order.saves', { percent })] : []),
    ];
  };
}
