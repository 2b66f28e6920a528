/** What can be had now in place of what is sold out. Pure. */
import type { Sku } from '@gpulease/contract/catalog';
import { pricePerHour } from '../../offers/price-comparison.ts';
import { supplyFor } from '../../offers/queries.ts';
import { chosenIn, type Catalogue, type OrderInput } from './order.ts';

export interface Alternative {
  readonly sku: Sku;
  readonly region: string;
}

interface Candidate extends Alternative {
  /** The less, the more it is like what was chosen. */
  readonly distance: readonly number[];
}

/**
 * The machine most like the chosen one that is available in the same mode: the same elsewhere, else one with the same GPU, else
 * one with as many GPUs of at least that memory, the nearest in price. Undefined where there is none.
 */
export function alternativeTo(order: OrderInput, catalogue: Catalogue): Alternative | undefined {
  const { sku: chosen, policy } = chosenIn(order, catalogue);
  if (!chosen || !policy) return undefined;
  const candidates = catalogue.skus.flatMap((sku): Candidate[] => {
    const price = sku.pricing.find(({ mode }) => mode === policy.mode);
    if (!price || !isEnough(sku, chosen)) return [];
    const difference = Math.abs(Number(pricePerHour(price)) - Number(pricePerHour(policy)));
    const distance = [Number(sku.name !== chosen.name), Number(sku.gpu !== chosen.gpu), difference];
    return sku.availability
      .filter((place) => supplyFor(policy.mode, place).available >= (order.skuQuantity ?? 1))
      .map(({ region }) => ({ sku, region, distance }));
  });
  return candidates.toSorted(byDistance)[0];
}

function isEnough(sku: Sku, chosen: Sku): boolean {
  if (sku.gpu === chosen.gpu) return true;
  return sku.gpuNumber === chosen.gpuNumber && (sku.gpuMemory ?? 0) >= (chosen.gpuMemory ?? 0);
}

function byDistance({ distance: one }: Candidate, { distance: other }: Candidate): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}
