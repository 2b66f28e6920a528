/** What an order is for and what it costs, or why it is refused. Pure. */
import type { PricingPolicy, Region, SKU, Tenant, VMImage, WorkloadSpec } from '@gpulease/crds';
import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type { ValidationKey } from '@gpulease/contract/validation-messages';
import type { Fen, MicroYuan } from '@gpulease/contract/money';
import { termEnd } from '@gpulease/contract/rating';
import { DAY_MS } from '../clock.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { toGib } from '../catalogue/size.ts';
import { isUnready, pricingModes } from '../catalogue/views.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { chargeFor, holdFor, rateOf } from './rates.ts';

/** The part of a Workload's spec that decides the price. */
export type PricedSpec = Pick<WorkloadSpec, 'sku' | 'region' | 'pricing' | 'reservation'> & {
  readonly skuQuantity?: number | undefined;
};

/** The catalogue's objects that a spec names, if they exist. */
export interface Offer {
  readonly sku: SKU | undefined;
  readonly region: Region | undefined;
  readonly policy: PricingPolicy | undefined;
}

export interface Terms {
  readonly policy: string;
  readonly mode: PricingMode;
  readonly price: MicroYuan;
  readonly unit: PricingUnit;
  /** Number of SKUs. */
  readonly quantity: bigint;
  /** GPUs of the machine. */
  readonly gpus: bigint;
  /** Units of the reserved term; 1 otherwise. */
  readonly termUnits: number;
  /** Held while the machine runs: one hour's price; 0 for a reserved term. */
  readonly hold: Fen;
  /** The reserved term, paid when ordered. */
  readonly term?: { readonly start: Date; readonly end: Date; readonly charge: Fen };
  /** How many SKUs can be started in the region now or, for a later start, be reserved. */
  readonly available: number;
  /** How many of these fit one machine. */
  readonly largest: number;
}

/** How far ahead a term can be reserved. */
const FARTHEST_START_MS = 30 * DAY_MS;

/** A start that is meant as "now" may be this much earlier. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Returns the catalogue's objects that a spec names. */
export function offerFor({ skus, regions, pricingPolicies }: Catalogue, spec: PricedSpec): Offer {
  return {
    sku: skus.store.get({ name: spec.sku }),
    region: regions.store.get({ name: spec.region }),
    policy: pricingPolicies.store.get({ name: spec.pricing.policy }),
  };
}

/** Returns the terms of an order. Throws INVALID_ARGUMENT with the refused fields, named as in the portal. */
export function termsOf(spec: PricedSpec, { sku, region, policy }: Offer, now: Date): Terms {
  if (!isOnOffer(sku) || isWithdrawn(sku)) throw invalidFields({ sku: 'notOffered' });
  if (!isOnOffer(region)) throw invalidFields({ region: 'notOffered' });
  if (!isPolicyOf(sku, policy)) throw invalidFields({ pricing: 'notOffered' });
  const quantity = spec.skuQuantity ?? 1;
  refuseUnplaceable(spec.region, sku, quantity);
  const rate = rateOf(policy, quantity);
  const mode = pricingModes[policy.spec.mode];
  const gpus = BigInt((sku.spec.gpu?.count ?? 0) * quantity);
  const common = { ...rate, policy: policy.metadata.name, mode, gpus, ...roomFor(spec, sku, { mode, now }) };
  if (mode !== 'RESERVED') {
    refuseTermFields(spec);
    return { ...common, termUnits: 1, hold: holdFor(rate) };
  }
  const termUnits = spec.pricing.quantity ?? 1;
  const start = startOf(spec, now);
  const term = { start, end: termEnd(start, rate.unit, termUnits), charge: chargeFor(rate, termUnits) };
  return { ...common, termUnits, hold: 0n, term };
}

/** Throws INVALID_ARGUMENT unless the image can be ordered, fits the disk, and the disk is within the SKU's. */
export function checkDisk(spec: WorkloadSpec, sku: SKU, image: VMImage | undefined): void {
  if (image?.spec.state !== 'Enabled' || image.metadata.deletionTimestamp !== undefined)
    throw invalidFields({ image: 'notOffered' });
  const size = toGib(spec.rootDiskSize);
  if (size > toGib(sku.spec.disk) * spec.skuQuantity) throw invalidFields({ rootDiskSize: 'diskTooLarge' });
  if (size < toGib(image.spec.size)) throw invalidFields({ rootDiskSize: 'outOfRange' });
}

/** Throws FORBIDDEN while the tenant is suspended or being deleted. */
export function checkTenant({ spec, metadata }: Tenant): void {
  if (spec.state === 'Suspended' || metadata.deletionTimestamp !== undefined)
    throw new ProductError('FORBIDDEN');
}

/** Throws INVALID_ARGUMENT if no node of the region offers the SKU, so that nothing is held needlessly. */
export function checkOffered({ region }: PricedSpec, { sku }: Offer): void {
  if (!sku || !availabilityIn(region, sku)) throw invalidFields({ sku: 'notOffered' });
}

/** Throws SOLD_OUT if no node of the region has room for the quantity. */
export function checkAvailable({ largest, quantity }: Terms): void {
  if (BigInt(largest) < quantity) throw new ProductError('REQUEST_FAILED', { reason: 'SOLD_OUT' });
}

/** A machine must fit one node. While a region has no node for the SKU, the largest quantity is unknown. */
function refuseUnplaceable(region: string, sku: SKU, quantity: number): void {
  const { maxQuantity = quantity } = availabilityIn(region, sku) ?? {};
  if (maxQuantity === 0) throw invalidFields({ sku: 'notOffered' });
  if (quantity > maxQuantity) throw invalidFields({ skuQuantity: `largerThanNode:${maxQuantity}` });
}

function availabilityIn(region: string, { status }: SKU) {
  return status?.availability?.find((one) => one.region === region);
}

function isOnOffer<T extends SKU | Region>(object: T | undefined): object is T {
  return object?.spec.state === 'Active' && object.metadata.deletionTimestamp === undefined;
}

/** The operator withdraws an SKU that cannot run, or has no price, from every region. */
function isWithdrawn(sku: SKU): boolean {
  return isUnready(sku) && (sku.status?.availability ?? []).length === 0;
}

function isPolicyOf({ spec }: SKU, policy: PricingPolicy | undefined): policy is PricingPolicy {
  if (!policy || policy.metadata.deletionTimestamp !== undefined || isUnready(policy)) return false;
  return spec.pricing.includes(policy.metadata.name);
}

/** Spot orders use the Spot capacity. A later term only needs capacity that is free by its start. */
function roomFor(
  { region, reservation }: PricedSpec,
  sku: SKU,
  { mode, now }: { mode: PricingMode; now: Date },
): Pick<Terms, 'available' | 'largest'> {
  const place = availabilityIn(region, sku);
  if (place === undefined) return { available: 0, largest: 0 };
  if (mode === 'SPOT') return roomOf(place.spot);
  const start = reservation === undefined ? now : new Date(reservation.startTime);
  return roomOf(place.later?.findLast(({ from }) => new Date(from) <= start) ?? place);
}

function roomOf(room: { available: number; largest?: number | undefined } | undefined) {
  const { available = 0, largest = available } = room ?? {};
  return { available, largest };
}

/** Throws INVALID_ARGUMENT for a quantity of units or a start time, which only reserved terms have. */
function refuseTermFields({ pricing, reservation }: PricedSpec): void {
  const fields: Record<string, ValidationKey> = {};
  if (pricing.quantity !== undefined && pricing.quantity !== 1) fields.pricingQuantity = 'outOfRange';
  if (reservation) fields.reservationStartTime = 'invalid';
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

function startOf({ reservation }: PricedSpec, now: Date): Date {
  if (!reservation) return now;
  const start = new Date(reservation.startTime);
  const aheadMs = start.getTime() - now.getTime();
  if (aheadMs > FARTHEST_START_MS) throw invalidFields({ reservationStartTime: 'startTooLate' });
  if (aheadMs < -CLOCK_SKEW_MS) throw invalidFields({ reservationStartTime: 'dateInPast' });
  return start > now ? start : now;
}
