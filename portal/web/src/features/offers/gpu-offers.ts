/** The catalogue by GPU model: the price of one GPU per hour, and how many are free in each region. Pure. */
import type { Availability, Sku } from '@gpulease/contract/catalogue';
import {
  availabilityLevels,
  pricingModes,
  type AvailabilityLevel,
  type PricingMode,
} from '@gpulease/contract/enums';
import { formatPrice, type MicroYuan } from '@gpulease/contract/money';
import { shareOfHour } from './price-comparison.ts';
import { isAvailable, supplyFor } from './queries.ts';

export interface OfferPrice {
  /** Yuan per GPU and hour; per machine and hour if it has no GPU. */
  readonly price: string;
  readonly machine: Sku;
  /** Another machine with this GPU has a different price. */
  readonly isVaried: boolean;
}

export interface GpuOffer {
  /** Name of the GPU; empty for machines without one. */
  readonly gpu: string;
  readonly model: string | null;
  /** GiB of one GPU. */
  readonly memory: number | null;
  readonly skus: readonly Sku[];
  /** The price of the machine to start with, for each mode in which this GPU has a price. */
  readonly prices: Readonly<Partial<Record<PricingMode, OfferPrice>>>;
  /** The free GPUs in each region; free machines if they have no GPU. */
  readonly places: readonly Availability[];
}

/** One offer per GPU model, then one for machines without a GPU; limited to the region, if one is given. */
export function gpuOffers(skus: readonly Sku[], region?: string): GpuOffer[] {
  const members = Map.groupBy(skus, ({ gpu }) => gpu ?? '');
  return [...members]
    .map(([gpu, ofGpu]) => offerOf(gpu, ofGpu, region))
    .sort((one, other) => Number(one.gpu === '') - Number(other.gpu === '') || byPrice(one, other));
}

function offerOf(gpu: string, members: readonly Sku[], region: string | undefined): GpuOffer {
  const skus = [...members].sort((one, other) => one.gpuNumber - other.gpuNumber || one.cpu - other.cpu);
  return {
    gpu,
    model: skus[0]?.gpuModel ?? null,
    memory: skus[0]?.gpuMemory ?? null,
    skus,
    prices: pricesOf(skus, region),
    places: placesOf(skus),
  };
}

function pricesOf(skus: readonly Sku[], region: string | undefined): GpuOffer['prices'] {
  const prices = pricingModes.map((mode) => [mode, priceIn(inMode(skus, mode), region)] as const);
  return Object.fromEntries(prices.filter(([, price]) => price !== undefined));
}

/** Expects SKUs with a single price each. */
function priceIn(skus: readonly Sku[], region: string | undefined): OfferPrice | undefined {
  const machine = firstAvailable(skus, region);
  const price = machine && pricePerGpuHour(machine);
  if (!machine || price === undefined) return undefined;
  const isVaried = skus.some((sku) => pricePerGpuHour(sku) !== price);
  return { price: formatPrice(price), machine, isVaried };
}

function pricePerGpuHour({ gpuNumber, pricing: [first] }: Sku): MicroYuan | undefined {
  return first && shareOfHour(first, Math.max(1, gpuNumber));
}

/** SKUs of one model share its GPUs, so the SKU with the most GPUs left gives the number. */
function placesOf(skus: readonly Sku[]): Availability[] {
  const places = skus.flatMap(({ gpuNumber, availability }) =>
    availability.map((place) => inGpus(place, Math.max(1, gpuNumber))),
  );
  return [...Map.groupBy(places, ({ region }) => region).values()]
    .map((here) => here.reduce(better))
    .sort((one, other) => one.region.localeCompare(other.region));
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

/** The price of a mode, or the lowest of all modes; Infinity if there is none. For sorting only. */
function priceForSorting({ prices }: GpuOffer, mode?: PricingMode): number {
  const given = mode === undefined ? Object.values(prices) : [prices[mode]];
  return Math.min(...given.flatMap((one) => (one === undefined ? [] : Number(one.price))));
}

function byPrice(one: GpuOffer, other: GpuOffer): number {
  return priceForSorting(one, 'ON_DEMAND') - priceForSorting(other, 'ON_DEMAND');
}

/** The SKUs that have a price in the mode, with only that price. */
function inMode(skus: readonly Sku[], mode: PricingMode): Sku[] {
  return skus
    .map((sku) => ({ ...sku, pricing: sku.pricing.filter((policy) => policy.mode === mode) }))
    .filter(({ pricing }) => pricing.length > 0);
}

/** The first mode with supply in the region, or anywhere; RESERVED if only later terms can be booked. */
export function availableMode(skus: readonly Sku[], region?: string): PricingMode | undefined {
  const hasAny = (mode: PricingMode, count: (place: Availability) => number) =>
    inMode(skus, mode)
      .flatMap(({ availability }) => availability)
      .some((place) => (region === undefined || place.region === region) && count(place) > 0);
  const atOnce = pricingModes.find((mode) => hasAny(mode, (place) => supplyFor(mode, place).available));
  return atOnce ?? (hasAny('RESERVED', ({ bookable }) => bookable) ? 'RESERVED' : undefined);
}

/** The SKU to start with: the smallest available one, in the region if one is given. */
export function firstAvailable(skus: readonly Sku[], region?: string): Sku | undefined {
  return skus.find((sku) => isAvailable(sku, region)) ?? skus.find((sku) => isAvailable(sku)) ?? skus[0];
}

interface Wish {
  readonly region?: string | undefined;
  readonly mode?: PricingMode | undefined;
  /** A column's name, with `-` in front for descending. */
  readonly sort?: string | undefined;
}

export function offersShown(skus: readonly Sku[], { region, mode, sort }: Wish): GpuOffer[] {
  const wanted = gpuOffers(mode === undefined ? skus : inMode(skus, mode), region).filter(
    ({ places }) => region === undefined || places.some((place) => place.region === region),
  );
  if (sort === undefined) return wanted;
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return wanted.sort((one, other) => direction * compareBy(name, one, other));
}

/** Ascending; offers without a price come last. */
function compareBy(name: string, one: GpuOffer, other: GpuOffer): number {
  if (name === 'model') return (one.model ?? '').localeCompare(other.model ?? '');
  if (name === 'memory') return (one.memory ?? 0) - (other.memory ?? 0);
  const [left, right] = [one, other].map((offer) => priceForSorting(offer, name as PricingMode));
  return left === right ? 0 : (left ?? 0) - (right ?? 0);
}
