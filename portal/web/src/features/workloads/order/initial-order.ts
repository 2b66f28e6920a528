import type { PricingMode } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { firstAvailable, gpuOffers } from '../../offers/gpu-offers.ts';
import { defaultImage } from './default-image.ts';
import { randomLetters } from '../random-letters.ts';
import { chosenIn, fitToSku, regionFor, type Catalogue, type OrderInput } from './order.ts';

export interface LinkChoices {
  readonly sku?: string | undefined;
  readonly region?: string | undefined;
  readonly mode?: PricingMode | undefined;
}

export interface Defaults {
  readonly catalogue: Catalogue;
  readonly name: string;
  readonly keys: readonly string[];
  readonly last?: Pick<Workload, 'image' | 'authorizedKeys' | 'resources'> | undefined;
}

const MOST_KEYS = 16;

/** Returns an order that is ready to place, from the draft, the link, the last order and defaults. */
export function initialOrder(
  draft: OrderInput,
  asked: LinkChoices,
  { catalogue, name, keys, last }: Defaults,
): OrderInput {
  const order: OrderInput = {
    ...draft,
    name: draft.name || name,
    region: asked.region ?? draft.region,
    authorizedKeys: firstFilled(draft.authorizedKeys, keys.slice(0, MOST_KEYS), last?.authorizedKeys),
  };
  const machine = { ...order, ...machineOf(order, asked, catalogue) };
  return { ...machine, ...imageOf(machine, catalogue, last) };
}

function firstFilled(...lists: (readonly string[] | undefined)[]): string[] {
  return [...(lists.find((list) => list !== undefined && list.length > 0) ?? [])];
}

/** The image that the customer chose in the draft or for the last machine with GPUs; else one that suits the SKU. */
function imageOf(
  order: OrderInput,
  catalogue: Catalogue,
  last: Defaults['last'],
): Pick<OrderInput, 'image' | 'isImageChosen'> {
  const { sku, image } = chosenIn(order, catalogue);
  if (order.isImageChosen && image) return { image: image.name, isImageChosen: true };
  const isForGpus = last !== undefined && last.resources.gpuNumber > 0;
  const isOnOffer = catalogue.images.some(({ name }) => name === last?.image);
  if (isForGpus && isOnOffer) return { image: last.image, isImageChosen: true };
  return { image: defaultImage(catalogue.images, sku, last?.image), isImageChosen: false };
}

function machineOf(order: OrderInput, asked: LinkChoices, { skus, regions }: Catalogue): Partial<OrderInput> {
  const kept = asked.sku === undefined ? skus.find(({ name }) => name === order.sku) : undefined;
  if (kept) return { region: regionFor(kept, order.region) };
  const sku =
    skus.find(({ name }) => name === asked.sku) ??
    firstAvailable(
      gpuOffers(skus).flatMap((offer) => offer.skus),
      order.region || undefined,
    );
  if (!sku) return { sku: '', region: order.region || (regions[0]?.name ?? '') };
  return fitToSku({ ...order, pricing: '' }, sku, asked.mode);
}

export function madeUpName(): string {
  return `vm-${randomLetters()}`;
}
