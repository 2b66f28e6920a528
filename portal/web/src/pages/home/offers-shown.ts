import type { Sku } from '@gpulease/contract/catalog';
import type { PricingMode } from '@gpulease/contract/enums';
import { gpuOffers, priceForSorting, type GpuOffer } from '../../catalog/gpu-offers.ts';

interface Wish {
  readonly region?: string | undefined;
  readonly mode?: PricingMode | undefined;
  /** A column's name, with `-` in front for descending. */
  readonly sort?: string | undefined;
}

/** The GPU models that a region has and that can be had in a mode, sorted. Pure. */
export function offersShown(skus: readonly Sku[], { region, mode, sort }: Wish): GpuOffer[] {
  const wanted = gpuOffers(mode === undefined ? skus : skusIn(mode, skus)).filter(
    ({ places }) => region === undefined || places.some((place) => place.region === region),
  );
  if (sort === undefined) return wanted;
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return wanted.sort((one, other) => direction * compare(one, other, name));
}

/** The SKUs that can be had in a mode, with nothing of the others: what is led to is what the price is of. */
function skusIn(mode: PricingMode, skus: readonly Sku[]): Sku[] {
  return skus
    .map((sku) => ({ ...sku, pricing: sku.pricing.filter((policy) => policy.mode === mode) }))
    .filter(({ pricing }) => pricing.length > 0);
}

/** Upwards; what has no price counts as the dearest. */
function compare(one: GpuOffer, other: GpuOffer, name: string): number {
  if (name === 'model') return (one.model ?? '').localeCompare(other.model ?? '');
  if (name === 'memory') return (one.memory ?? 0) - (other.memory ?? 0);
  const [left, right] = [one, other].map((offer) => priceForSorting(offer, name as PricingMode));
  return left === right ? 0 : (left ?? 0) - (right ?? 0);
}
