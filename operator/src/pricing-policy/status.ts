import { catalogueReasons, conditionTypes, type PricingPolicySpec } from '@gpulease/crds';
import type { FoundCondition } from '../catalogue/status.ts';

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

/** A price depends on nothing, and the API server refuses what is no price; but one may be too small to charge. */
export function priceReadiness({ mode, price, unit }: PricingPolicySpec): FoundCondition {
  const type = conditionTypes.ready;
  const isTerm = mode === 'Reserved';
  const sum = isTerm ? Number(price) : Number(price) / HOURS[unit];
  if (sum >= SMALLEST_SUM) {
    return { type, status: 'True', reason: catalogueReasons.ready, message: 'SKUs can be ordered with it.' };
  }
  const span = isTerm ? `A term of one ${unit.toLowerCase()}` : 'An hour';
  const message = `${span} at this price rounds to 0.00 yuan; raise spec.price.`;
  return { type, status: 'False', reason: catalogueReasons.priceTooLow, message };
}
