import { catalogueReasons, conditionTypes, type PricingPolicySpec } from '@gpulease/crds';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';

/** Hours of each unit, pro rata. */
const HOURS: Record<PricingPolicySpec['unit'], number> = {
  Second: 1 / 3600,
  Minute: 1 / 60,
  Hour: 1,
  Day: 24,
  Week: 7 * 24,
  Month: 30 * 24,
  Year: 365 * 24,
};

/** Smallest sum that does not round to zero: sums are rounded half up to 0.01. */
const SMALLEST_SUM = 0.005;

const { yes, no } = conditionFound(conditionTypes.ready);

/** Returns whether a price can be charged. The API server refuses invalid prices, but a valid one may be too small. */
export function priceReadiness({ mode, price, unit }: PricingPolicySpec): FoundCondition {
  const isTerm = mode === 'Reserved';
  const sum = isTerm ? Number(price) : Number(price) / HOURS[unit];
  if (sum >= SMALLEST_SUM) return yes(catalogueReasons.ready, 'SKUs can be ordered with it.');
  const span = isTerm ? `A term of one ${unit.toLowerCase()}` : 'An hour';
  return no(catalogueReasons.priceTooLow, `${span} at this price rounds to 0.00 yuan; raise spec.price.`);
}
