/** Computes where a SKU is available. Pure. */
import type { PricingPolicy, Region, SKU } from '@gpulease/crds';
import type { Language } from '@gpulease/contract/enums';

export interface Offered {
  readonly sku: SKU;
  readonly regions: readonly Region[];
  /** The existing policies that the SKU names. */
  readonly policies: readonly PricingPolicy[];
}

/** Returns the Active regions in which the SKU can be started now in one of its modes. Spot has a separate supply. */
export function regionsWithSupply({ sku, regions, policies }: Offered): Region[] {
  if (sku.spec.state !== 'Active') return [];
  const modes = policies.map(({ spec }) => spec.mode);
  const isRegular = modes.some((mode) => mode !== 'Spot');
  const isSpot = modes.includes('Spot');
  const places = sku.status?.availability ?? [];
  return regions.filter(({ metadata, spec }) => {
    const place = places.find(({ region }) => region === metadata.name);
    if (spec.state !== 'Active' || !place) return false;
    return (isRegular && place.available > 0) || (isSpot && (place.spot?.available ?? 0) > 0);
  });
}

/** Returns the display name in a language, else in Chinese, else the object name. */
export function nameIn({ metadata, spec }: SKU | Region, language: Language): string {
  const translated = language === 'en' ? spec.translations?.en?.displayName : undefined;
  return translated ?? spec.displayName ?? metadata.name;
}
