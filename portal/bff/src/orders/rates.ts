/** Prices of a policy. Pure. */
import type { PricingPolicy } from '@gpulease/crds';
import type { PricingUnit } from '@gpulease/contract/enums';
import { divideHalfUp, parsePrice, type Fen, type MicroYuan } from '@gpulease/contract/money';
import { due, HOUR_MILLISECONDS, termPrice, unitSeconds } from '@gpulease/contract/rating';
import { pricingUnits } from '../catalogue/views.ts';

/** The price of one SKU for one unit, and the number of SKUs. */
export interface Rate {
  readonly price: MicroYuan;
  readonly unit: PricingUnit;
  readonly quantity: bigint;
}

/** Returns the current rate of a policy. */
export function rateOf({ spec }: PricingPolicy, quantity: number): Rate {
  return { price: parsePrice(spec.price), unit: pricingUnits[spec.unit], quantity: BigInt(quantity) };
}

/** Returns one hour's price, at least one fen. */
export function holdFor(rate: Rate): Fen {
  const hour = due(rate, HOUR_MILLISECONDS);
  return hour > 0n ? hour : 1n;
}

/** Returns the price of a whole reserved term, at least one fen. */
export function chargeFor(rate: Rate, units: number): Fen {
  const term = termPrice(rate, BigInt(units));
  return term > 0n ? term : 1n;
}

/** Returns the price of all SKUs for one hour, in micro-yuan. */
export function pricePerHour(rate: Rate): bigint {
  return divideHalfUp(rate.price * rate.quantity * unitSeconds.HOUR, unitSeconds[rate.unit]);
}
