/** What the order form fills in: the contract's order without what it costs, which comes from the quote. */
import type { Image, Region, Sku } from '@gpulease/contract/catalog';
import type { ValidationKey } from '@gpulease/contract/messages';
import { quoteRequest, workloadCreation, type QuoteRequest } from '@gpulease/contract/workloads';
import type { FieldPath } from 'react-hook-form';
import type * as z from 'zod';
import { isAvailable } from '../../../catalog/queries.ts';
import { present } from '../../../ui/form/present.ts';

export const orderSchema = workloadCreation.omit({
  expectedPrice: true,
  expectedUnit: true,
  expectedCharge: true,
});

export type OrderInput = z.input<typeof orderSchema>;
export type Order = z.output<typeof orderSchema>;

/** What can be ordered. */
export interface Catalogue {
  readonly skus: readonly Sku[];
  readonly regions: readonly Region[];
  readonly images: readonly Image[];
}

export const steps = ['sku', 'system', 'network', 'pricing', 'review'] as const;
export type Step = (typeof steps)[number];

type OrderField = keyof OrderInput;

/** The fields of each step; what is checked before going on, and where a refused field is found. */
const fieldsOf: Readonly<Record<Step, readonly OrderField[]>> = {
  sku: ['region', 'sku', 'skuQuantity'],
  system: ['name', 'image', 'rootDiskSize', 'authorizedKeys'],
  network: ['ports', 'http'],
  pricing: ['pricing', 'pricingQuantity', 'reservationStartTime', 'interruption', 'resume'],
  review: [],
};

/** The paths of a step's inputs. Rows are named singly, since the form keeps no errors of rows for a whole list. */
export function pathsOf(step: Step, { ports = [] }: OrderInput): FieldPath<OrderInput>[] {
  return fieldsOf[step].flatMap((field): FieldPath<OrderInput>[] =>
    field === 'ports'
      ? ports.flatMap((_, row) => [`ports.${row}.port` as const, `ports.${row}.targetPort` as const])
      : [field],
  );
}

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
  interruption: 'STOP',
  resume: 'MANUAL',
};

/** The objects that an order names, as far as they are on offer. */
export function chosenIn(order: OrderInput, { skus, regions, images }: Catalogue) {
  const sku = skus.find(({ name }) => name === order.sku);
  return {
    sku,
    policy: sku?.pricing.find(({ name }) => name === order.pricing),
    region: regions.find(({ name }) => name === order.region),
    image: images.find(({ name }) => name === order.image),
  };
}

/** The order without the fields that the form does not show for its choices; those are neither checked nor sent. */
export function visibleOrder(order: OrderInput, catalogue: Catalogue): OrderInput {
  const { policy, region } = chosenIn(order, catalogue);
  const { pricingQuantity, reservationStartTime, interruption, http, ...always } = present(order);
  return {
    ...always,
    ...(policy?.mode === 'RESERVED' && { pricingQuantity, reservationStartTime }),
    ...(policy?.mode === 'SPOT' && { interruption }),
    ...(region?.httpDomain && http && { http }),
  };
}

/** Bookings are at most this far ahead. */
const FARTHEST_START_MS = 30 * 86_400_000;

type Problems = Readonly<Record<string, ValidationKey>>;

/** What is wrong with a visible order in the light of the catalogue and the time: path of the field → message. */
export function problemsOf(order: OrderInput, catalogue: Catalogue, now: Date): Problems {
  const found: Record<string, ValidationKey | undefined> = {
    sku: skuProblem(order, catalogue),
    rootDiskSize: diskProblem(order, catalogue),
    'http.host': hostProblem(order, catalogue),
    reservationStartTime: startProblem(order, now),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, ValidationKey] => entry[1] !== undefined),
  );
}

function skuProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const { sku } = chosenIn(order, catalogue);
  if (order.sku === '' || (sku && isAvailable(sku, order.region))) return undefined;
  return 'notOffered';
}

function diskProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const { sku, image } = chosenIn(order, catalogue);
  if (image && order.rootDiskSize < image.size) return 'outOfRange';
  return sku && order.rootDiskSize > includedDisk(sku, order.skuQuantity) ? 'diskTooLarge' : undefined;
}

function hostProblem(order: OrderInput, catalogue: Catalogue): ValidationKey | undefined {
  const domain = chosenIn(order, catalogue).region?.httpDomain;
  return !order.http || order.http.host.endsWith(`.${domain}`) ? undefined : 'hostNotInRegion';
}

function startProblem({ reservationStartTime }: OrderInput, now: Date): ValidationKey | undefined {
  if (!reservationStartTime) return undefined;
  const ahead = Date.parse(reservationStartTime) - now.getTime();
  if (ahead <= 0) return 'dateInPast';
  return ahead > FARTHEST_START_MS ? 'startTooLate' : undefined;
}

/** What to ask a price for, of a visible order; undefined while it has none. */
export function quoteRequestOf(order: OrderInput): QuoteRequest | undefined {
  const { sku, region, pricing, skuQuantity, pricingQuantity, reservationStartTime } = order;
  const request = { sku, region, pricing, skuQuantity, pricingQuantity, reservationStartTime };
  return quoteRequest.safeParse(request).data;
}

/** Fits the order to a newly chosen SKU: a price that it has, and the disk that it includes. */
export function fitToSku(order: OrderInput, sku: Sku): Partial<OrderInput> {
  const hasPrice = sku.pricing.some(({ name }) => name === order.pricing);
  return {
    sku: sku.name,
    ...(!hasPrice && { pricing: sku.pricing[0]?.name ?? '', pricingQuantity: 1 }),
    rootDiskSize: includedDisk(sku, order.skuQuantity),
  };
}

/** GiB of root disk that the price includes. */
export function includedDisk(sku: Sku, skuQuantity = 1): number {
  return sku.disk * (Number.isFinite(skuQuantity) ? skuQuantity : 1);
}

/** The next external port that no row has. */
export function freePort(ports: OrderInput['ports'] = []): number {
  const taken = new Set(ports.map(({ port }) => port));
  let port = FIRST_PORT;
  while (taken.has(port)) port += 1;
  return port;
}

/** Where Jupyter listens, which most people open first. */
const FIRST_PORT = 8888;
