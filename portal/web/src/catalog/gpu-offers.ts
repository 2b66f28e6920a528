/** The catalogue by GPU model: what one GPU costs for an hour, and where how many are free. Pure. */
import type { Availability, Sku } from '@gpulease/contract/catalog';
import type { Pricing } from '@gpulease/contract/common';
import {
  availabilityLevels,
  pricingModes,
  type AvailabilityLevel,
  type PricingMode,
} from '@gpulease/contract/enums';
import { formatPrice, type MicroYuan } from '@gpulease/contract/money';
import { shareOfHour } from './price-comparison.ts';
import { isAvailable, supplyFor } from './queries.ts';

export interface GpuOffer {
  /** Name of the GPU; empty for machines without one. */
  readonly gpu: string;
  readonly model: string | null;
  /** GiB of one GPU. */
  readonly memory: number | null;
  /** The fewest GPUs first. */
  readonly skus: readonly Sku[];
  /** The lowest price of each mode, in yuan for one GPU and hour; for one machine and hour where it has no GPU. */
  readonly prices: Readonly<Partial<Record<PricingMode, string>>>;
  /** The modes in which not all machines with this GPU have that price. */
  readonly variedModes: ReadonlySet<PricingMode>;
  /** What is free in each region, in GPUs; in machines where they have none. */
  readonly places: readonly Availability[];
}

/** One offer for each GPU model, and one for machines without a GPU at the end. */
export function gpuOffers(skus: readonly Sku[]): GpuOffer[] {
  const gpus = [...new Set(skus.map(({ gpu }) => gpu ?? ''))];
  return gpus
    .map((name) =>
      offerOf(
        name,
        skus.filter(({ gpu }) => (gpu ?? '') === name),
      ),
    )
    .sort((one, other) => Number(one.gpu === '') - Number(other.gpu === '') || byPrice(one, other));
}

function offerOf(gpu: string, members: readonly Sku[]): GpuOffer {
  const skus = [...members].sort((one, other) => one.gpuNumber - other.gpuNumber || one.cpu - other.cpu);
  return {
    gpu,
    model: skus[0]?.gpuModel ?? null,
    memory: skus[0]?.gpuMemory ?? null,
    skus,
    ...pricesOf(skus),
    places: placesOf(skus),
  };
}

/** Yuan for one GPU and hour under a price of the SKU; for the machine where it has no GPU. */
function pricePerGpuHour({ gpuNumber }: Sku, pricing: Pricing): MicroYuan {
  return shareOfHour(pricing, Math.max(1, gpuNumber));
}

function pricesOf(skus: readonly Sku[]): Pick<GpuOffer, 'prices' | 'variedModes'> {
  const lowest = new Map<PricingMode, MicroYuan>();
  const variedModes = new Set<PricingMode>();
  for (const sku of skus) {
    for (const policy of sku.pricing) {
      const price = pricePerGpuHour(sku, policy);
      const before = lowest.get(policy.mode) ?? price;
      if (price !== before) variedModes.add(policy.mode);
      lowest.set(policy.mode, price < before ? price : before);
    }
  }
  const prices = Object.fromEntries([...lowest].map(([mode, price]) => [mode, formatPrice(price)]));
  return { prices, variedModes };
}

/** SKUs of one model share its GPUs, so that the one of which most are left tells how many there are. */
function placesOf(skus: readonly Sku[]): Availability[] {
  const places = new Map<string, Availability>();
  for (const { gpuNumber, availability } of skus) {
    for (const place of availability) {
      const here = inGpus(place, Math.max(1, gpuNumber));
      const before = places.get(place.region);
      places.set(place.region, before ? better(before, here) : here);
    }
  }
  return [...places.values()].sort((one, other) => one.region.localeCompare(other.region));
}

function inGpus({ spot, ...place }: Availability, gpus: number): Availability {
  return {
    ...place,
    available: place.available * gpus,
    largest: place.largest * gpus,
    bookable: place.bookable * gpus,
    spot: { ...spot, available: spot.available * gpus },
  };
}

function better(one: Availability, other: Availability): Availability {
  return {
    region: one.region,
    ...moreOf(one, other),
    largest: Math.max(one.largest, other.largest),
    spot: moreOf(one.spot, other.spot),
    bookable: Math.max(one.bookable, other.bookable),
  };
}

/** How much is free where there is most of it, in any mode. */
export function bestLevel(places: readonly Availability[]): AvailabilityLevel {
  const levels = places.flatMap(({ level, spot }) => [level, spot.level]);
  return levels.reduce((best, level) => (rank(level) > rank(best) ? level : best), 'NONE');
}

function moreOf(one: Availability['spot'], other: Availability['spot']): Availability['spot'] {
  return {
    available: Math.max(one.available, other.available),
    level: rank(one.level) >= rank(other.level) ? one.level : other.level,
  };
}

function rank(level: AvailabilityLevel): number {
  return availabilityLevels.indexOf(level);
}

/** The lowest price of a mode, or of any; Infinity where there is none. For sorting only. */
export function priceForSorting({ prices }: GpuOffer, mode?: PricingMode): number {
  const given = mode === undefined ? Object.values(prices) : [prices[mode]];
  return Math.min(...given.flatMap((price) => (price === undefined ? [] : Number(price))));
}

function byPrice(one: GpuOffer, other: GpuOffer): number {
  return priceForSorting(one, 'ON_DEMAND') - priceForSorting(other, 'ON_DEMAND');
}

/** The SKUs that have a price in the mode, with no others. */
export function inMode(skus: readonly Sku[], mode: PricingMode): Sku[] {
  return skus
    .map((sku) => ({ ...sku, pricing: sku.pricing.filter((policy) => policy.mode === mode) }))
    .filter(({ pricing }) => pricing.length > 0);
}

/** How one of the SKUs can be had, anywhere or in the region: at once, if need be as Spot, or for a term that begins later. */
export function modeLeft(skus: readonly Sku[], region?: string): PricingMode | undefined {
  const hasAny = (mode: PricingMode, count: (place: Availability) => number) =>
    inMode(skus, mode)
      .flatMap(({ availability }) => availability)
      .some((place) => (region === undefined || place.region === region) && count(place) > 0);
  const atOnce = pricingModes.find((mode) => hasAny(mode, (place) => supplyFor(mode, place).available));
  return atOnce ?? (hasAny('RESERVED', ({ bookable }) => bookable) ? 'RESERVED' : undefined);
}

/** The SKU to begin with: the smallest that can be had, in that region if one is given. */
export function firstAvailable(skus: readonly Sku[], region?: string): Sku | undefined {
  return skus.find((sku) => isAvailable(sku, region)) ?? skus.find((sku) => isAvailable(sku)) ?? skus[0];
}
