import type { Pricing } from '@gpulease/contract/common';
import { divideHalfUp, formatPrice, parsePrice, type MicroYuan } from '@gpulease/contract/money';
import { unitSeconds } from '@gpulease/contract/rating';

type Priced = Pick<Pricing, 'price' | 'unit'>;

/** The hourly price of one of several equal parts, such as one GPU of a machine. */
export function shareOfHour({ price, unit }: Priced, parts: number): MicroYuan {
  return divideHalfUp(parsePrice(price) * 3_600n, unitSeconds[unit] * BigInt(parts));
}

/** Yuan per hour, with as many decimals as prices have. */
export function pricePerHour(price: Priced): string {
  return formatPrice(shareOfHour(price, 1));
}

/** How many percent the price is below the other for the same time, rounded down; negative if it is above. */
export function percentBelow(price: Priced, other: Priced): number {
  const ofOther = parsePrice(price.price) * unitSeconds[other.unit] * 10_000n;
  const share = ofOther / (parsePrice(other.price) * unitSeconds[price.unit]);
  return Math.floor((10_000 - Number(share)) / 100);
}
