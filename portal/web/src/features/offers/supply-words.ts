import type { Availability } from '@gpulease/contract/catalogue';
import type { PricingMode } from '@gpulease/contract/enums';
import { useTranslation } from 'react-i18next';
import { supplyFor } from './queries.ts';

/** The availability in a mode; what is sold out now may still be booked for later. */
export function useSupplyWords() {
  const { t } = useTranslation();
  return (mode: PricingMode, place: Availability | undefined): string => {
    if (!place) return t('sku.notHere');
    const { available } = supplyFor(mode, place);
    if (available > 0) return t('sku.left', { available });
    const isBookable = mode === 'RESERVED' && place.bookable > 0;
    return isBookable ? t('sku.laterOnly') : t('status.availability.NONE');
  };
}
