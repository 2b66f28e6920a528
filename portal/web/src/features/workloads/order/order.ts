/** The values of the order form, without validation. */
import type { Image, Region, Sku } from '@gpulease/contract/catalogue';
import { DAY_MS } from '@gpulease/contract/durations';
import type { PricingMode } from '@gpulease/contract/enums';
import type { ValidationKey } from '@gpulease/contract/validation-messages';
import type { WorkloadSchedule } from '@gpulease/contract/operated-workloads';
import type { QuoteRequest } from '@gpulease/contract/workloads';
import type * as z from 'zod';
import { isAvailable, isOrderable, supplyFor } from '../../offers/queries.ts';
import { usualAutoStop, visibleAutoStop, type AutoStopInput } from '../auto-stop/auto-stop.ts';
import type { HttpHost } from '../settings/http-host-field.tsx';
import { isInstant } from '../../../ui/dates/typed.ts';
import { present } from '../../../ui/form/present.ts';
import type { orderSchema } from './order-schema.ts';

export type OrderInput = Omit<z.input<typeof orderSchema>, 'http' | 'autoStop'> & {
  autoStop: AutoStopInput;
  /** May be incomplete while it is typed. */
  http?: Partial<HttpHost> | null | undefined;
  /** Whether the customer chose the image, which other choices then do not change. */
  isImageChosen?: boolean;
};
export type Order = z.output<typeof orderSchema>;

export interface Catalogue {
  readonly skus: readonly Sku[];
  readonly regions: readonly Region[];
  readonly images: readonly Image[];
}

export const DEFAULT_DISK_GIB = 40;
export const MOST_SKUS_PER_MACHINE = 16;
/** The longest reserved term, in units of its price. */
export const MOST_UNITS = 120;

export const emptyOrder: OrderInput = {
  name: '',
  type: 'VIRTUAL_MACHINE',
  region: '',
  sku: '',
  skuQuantity: 1,
  image: '',
  rootDiskSize: DEFAULT_DISK_GIB,
  authorizedKeys: [],
  ports: [],
  pricing: '',
  pricingQuantity: 1,
  interruption: 'STOP',
  resume: 'MANUAL',
  onNodeLoss: 'WAIT',
  autoStop: { kind: 'NEVER', ...usualAutoStop },
};

const fields: ReadonlySet<string> = new Set([
  ...Object.keys(emptyOrder),
  ...(['http', 'reservationStartTime'] satisfies (keyof OrderInput)[]),
  // Exist only in an operator's order for a customer.
  ...(['node', 'ipAddress', 'sshPort', 'startTime', 'reason'] satisfies (keyof WorkloadSchedule)[]),
]);

/** Whether the form has a field for a path, such as `ports.0.port`. */
export function isFieldOfForm(path: string): boolean {
  return fields.has(path.split('.')[0] ?? '');
}

export function chosenIn(order: OrderInput, { skus, regions, images }: Catalogue) {
  const sku = skus.find(({ name }) => name === order.sku);
  return {
    sku,
    policy: sku?.pricing.find(({ name }) => name === order.pricing),
    region: regions.find(({ name }) => name === order.region),
    image: images.find(({ name }) => name === order.image),
  };
}

/** The order without fields that the form hides, which are neither validated nor sent. */
export function visibleOrder(order: OrderInput, catalogue: Catalogue): OrderInput {
  const { policy, region } = chosenIn(order, catalogue);
  const { isImageChosen: _, ...sent } = present(order);
  const { pricingQuantity, reservationStartTime, interruption, http, ...always } = sent;
  return {
    ...always,
    autoStop: visibleAutoStop(always.autoStop),
    ...(policy?.mode === 'RESERVED' && { pricingQuantity, reservationStartTime }),
    ...(policy?.mode === 'SPOT' && { interruption }),
    ...(region?.httpDomain && http && { http }),
  };
}

const FARTHEST_START_MS = 30 * DAY_MS;

type Problems = Readonly<Record<string, ValidationKey>>;

/** Errors of an order that depend on the catalogue and the time: field path → message. */
export function problemsOf(order: OrderInput, catalogue: Catalogue, now: Date): Problems {
  const found: Record<string, ValidationKey | undefined> = {
    sku: skuProblem(order, catalogue),
    image: imageProblem(order, catalogue),
    rootDiskSize: diskProblem(order, catalogue),
    'http.host': hostProblem(order, catalogue),
    reservationStartTime: startProblem(order, now),
    'autoStop.at': stopProblem(order, now),
    'autoStop.kind': idleProblem(order, catalogue),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, ValidationKey] => entry[1] !== undefined),
  );
}

function skuProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const { sku } = chosenIn(order, catalogue);
  if (order.sku === '' || (sku && isOrderable(sku, order.region))) return undefined;
  return 'notOffered';
}

function imageProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  return order.image === '' || chosenIn(order, catalogue).image ? undefined : 'notOffered';
}

function diskProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const { sku, image } = chosenIn(order, catalogue);
  if (image && order.rootDiskSize < image.size) return 'outOfRange';
  return sku && order.rootDiskSize > includedDisk(sku, order.skuQuantity) ? 'diskTooLarge' : undefined;
}

function hostProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const domain = chosenIn(order, catalogue).region?.httpDomain;
  const host = order.http?.host ?? '';
  return host === '' || host.endsWith(`.${domain}`) ? undefined : 'hostNotInRegion';
}

function startProblem({ reservationStartTime }: OrderInput, now: Date): ValidationKey | undefined {
  if (!reservationStartTime) return undefined;
  const ahead = Date.parse(reservationStartTime) - now.getTime();
  if (ahead <= 0) return 'dateInPast';
  return ahead > FARTHEST_START_MS ? 'startTooLate' : undefined;
}

function stopProblem({ autoStop, reservationStartTime }: OrderInput, now: Date): ValidationKey | undefined {
  if (autoStop.kind !== 'AT' || !isInstant(autoStop.at)) return undefined;
  if (Date.parse(autoStop.at) <= now.getTime()) return 'dateInPast';
  const isEarly = isInstant(reservationStartTime) && autoStop.at <= reservationStartTime;
  return isEarly ? 'stopBeforeStart' : undefined;
}

function idleProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const { sku, image } = chosenIn(order, catalogue);
  if (order.autoStop.kind !== 'IDLE') return undefined;
  return sku?.gpuNumber === 0 || image?.gpuMetricsPort === null ? 'notOffered' : undefined;
}

/** The request for a quote; undefined while the order is too incomplete. */
export function quoteRequestOf(order: OrderInput): QuoteRequest | undefined {
  const { sku, region, pricing, skuQuantity = 1, pricingQuantity = 1, reservationStartTime } = order;
  const isNamed = sku !== '' && region !== '' && pricing !== '';
  if (!isNamed || !isUpTo(MOST_SKUS_PER_MACHINE, skuQuantity) || !isUpTo(MOST_UNITS, pricingQuantity))
    return undefined;
  return {
    ...{ sku, region, pricing, skuQuantity, pricingQuantity },
    ...(isInstant(reservationStartTime) && { reservationStartTime }),
    // The price does not depend on the disk, so an incomplete size does not prevent a quote.
    ...(isUpTo(MOST_DISK_GIB, order.rootDiskSize) && { rootDiskSize: order.rootDiskSize }),
  };
}

const MOST_DISK_GIB = 65_536;

function isUpTo(most: number, value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** Adapts the order to a newly chosen SKU: its price in the same mode, a region that has it, and its included disk. */
export function fitToSku(order: OrderInput, sku: Sku, mode: PricingMode = 'ON_DEMAND'): Partial<OrderInput> {
  const region = regionFor(sku, order.region);
  const policy = policyFor(sku, order.pricing, region, mode);
  return {
    sku: sku.name,
    region,
    pricing: policy?.name ?? '',
    // Otherwise three months could become three years.
    ...(policy?.name !== order.pricing && { pricingQuantity: 1 }),
    rootDiskSize: includedDisk(sku, order.skuQuantity),
  };
}

/** The preferred region if the SKU is available there, or else the first where it is, or one where an order may wait. */
export function regionFor(sku: Sku, wished: string): string {
  if (isAvailable(sku, wished)) return wished;
  const places = sku.availability.map(({ region }) => region);
  const toWait = isOrderable(sku, wished) ? wished : places.find((region) => isOrderable(sku, region));
  return places.find((region) => isAvailable(sku, region)) ?? toWait ?? wished;
}

/** The previous price if the SKU has it, or else one in the same mode, or one that is available now. */
function policyFor({ pricing, availability }: Sku, wished: string, region: string, mode: PricingMode) {
  const place = availability.find((one) => one.region === region);
  return (
    pricing.find(({ name }) => name === wished) ??
    pricing.find((policy) => policy.mode === mode) ??
    pricing.find((policy) => place && supplyFor(policy.mode, place).available > 0) ??
    pricing[0]
  );
}

export function includedDisk(sku: Sku, skuQuantity = 1): number {
  return sku.disk * (Number.isFinite(skuQuantity) ? skuQuantity : 1);
}
