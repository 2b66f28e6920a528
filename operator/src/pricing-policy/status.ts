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

/** Sums of money are rounded to 0.01, halves up. */
const SMALLEST_SUM = 0.005;

const { yes, no } = conditionFound(conditionTypes.ready);

/** A price depends on nothing, and the API server refuses what is no price; but one may be too small to charge. */
export function priceReadiness({ mode, price, unit }: PricingPolicySpec): FoundCondition {
  const isTerm = mode === 'Reserved';
  const sum = isTerm ? Number(price) : Number(price) / HOURS[unit];
  if (sum >= SMALLEST_SUM) return yes(catalogueReasons.ready, 'SKUs can be ordered with it.');
  const span = isTerm ? `A term of one ${unit.toLowerCase()}` : 'An hour';
  return no(catalogueReasons.priceTooLow, `${span} at this price rounds to 0.00 yuan; raise spec.price.`);
}
