import type { Sku } from '@gpulease/contract/catalogue';
import type { PricingMode } from '@gpulease/contract/enums';
import { gpuOffers, inMode, priceForSorting, type GpuOffer } from './gpu-offers.ts';

interface Wish {
  readonly region?: string | undefined;
  readonly mode?: PricingMode | undefined;
  /** A column's name, with `-` in front for descending. */
  readonly sort?: string | undefined;
}

/** The sorted GPU models of a region, with the machines that have a price in a mode. Pure. */
export function offersShown(skus: readonly Sku[], { region, mode, sort }: Wish): GpuOffer[] {
  const wanted = gpuOffers(mode === undefined ? skus : inMode(skus, mode), region).filter(
    ({ places }) => region === undefined || places.some((place) => place.region === region),
  );
  if (sort === undefined) return wanted;
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return wanted.sort((one, other) => direction * compare(one, other, name));
}

/** Ascending; offers without a price come last. */
function compare(one: GpuOffer, other: GpuOffer, name: string): number {
  if (name === 'model') return (one.model ?? '').localeCompare(other.model ?? '');
  if (name === 'memory') return (one.memory ?? 0) - (other.memory ?? 0);
  const [left, right] = [one, other].map((offer) => priceForSorting(offer, name as PricingMode));
  return left === right ? 0 : (left ?? 0) - (right ?? 0);
}
