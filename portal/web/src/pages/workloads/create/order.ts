/** What the wizard fills in: the contract's order without the price, which comes from the quote. */
import type { Sku } from '@gpulease/contract/catalog';
import type { QuoteRequest } from '@gpulease/contract/workloads';
import { workloadCreation } from '@gpulease/contract/workloads';
import type * as z from 'zod';

export const orderSchema = workloadCreation.omit({ expectedPrice: true });

export type OrderInput = z.input<typeof orderSchema>;
export type Order = z.output<typeof orderSchema>;

export const steps = ['sku', 'system', 'network', 'pricing', 'review'] as const;
export type Step = (typeof steps)[number];

type OrderField = keyof OrderInput;

/** The fields of each step; what is checked before going on, and where a refused field is found. */
export const fieldsOf: Readonly<Record<Step, readonly OrderField[]>> = {
  sku: ['region', 'sku', 'skuQuantity'],
  system: ['name', 'image', 'rootDiskSize', 'authorizedKeys'],
  network: ['ports', 'http'],
  pricing: ['pricing', 'pricingQuantity', 'reservationStartTime', 'interruption', 'resume'],
  review: [],
};

/** The step with a field, given by its path. */
export function stepOf(path: string): Step | undefined {
  const [field] = path.split('.');
  return steps.find((step) => fieldsOf[step].some((name) => name === field));
}

export const DEFAULT_DISK_GIB = 40;

export const emptyOrder: OrderInput = {
  name: '',
  region: '',
  sku: '',
  skuQuantity: 1,
  image: '',
  rootDiskSize: DEFAULT_DISK_GIB,
  authorizedKeys: [],
  ports: [],
  pricing: '',
  pricingQuantity: 1,
  resume: 'MANUAL',
};

/** What to ask a price for; undefined while SKU, region or pricing are open. */
export function quoteRequestOf(order: OrderInput): QuoteRequest | undefined {
  const { sku, region, pricing, reservationStartTime } = order;
  if (!sku || !region || !pricing) return undefined;
  return {
    sku,
    region,
    pricing,
    skuQuantity: order.skuQuantity ?? 1,
    pricingQuantity: order.pricingQuantity ?? 1,
    ...(reservationStartTime && { reservationStartTime }),
  };
}

/** Fits the order to a newly chosen SKU: a price that it has, and a disk that it includes. */
export function fitToSku(order: OrderInput, sku: Sku): Partial<OrderInput> {
  const hasPrice = sku.pricing.some(({ name }) => name === order.pricing);
  return {
    sku: sku.name,
    ...(!hasPrice && { pricing: sku.pricing[0]?.name ?? '', pricingQuantity: 1 }),
    rootDiskSize: Math.min(order.rootDiskSize, includedDisk(sku, order.skuQuantity)),
  };
}

/** GiB of root disk that the price includes. */
export function includedDisk(sku: Sku, skuQuantity = 1): number {
  return sku.disk * skuQuantity;
}
