/** Finds an available alternative to a sold-out choice. Pure. */
import type { Sku } from '@gpulease/contract/catalogue';
import { pricePerHour } from '../../offers/price-comparison.ts';
import { supplyFor } from '../../offers/queries.ts';
import { chosenIn, type Catalogue, type OrderInput } from './order.ts';

/**
 * Returns the available machine in the same mode that is closest to the chosen one: the same SKU elsewhere, then the same
 * GPU, then as many GPUs with at least that memory at the nearest price. Undefined if there is none.
 */
export function alternativeTo(order: OrderInput, catalogue: Catalogue) {
  const { sku: chosen, policy } = chosenIn(order, catalogue);
  if (!chosen || !policy) return undefined;
  const candidates = catalogue.skus.flatMap((sku) => {
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

interface Candidate {
  readonly distance: readonly number[];
}

function byDistance({ distance: one }: Candidate, { distance: other }: Candidate): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}
