/** Checks that the customer was shown the current price. Pure. */
import type { PricingPolicy } from '@gpulease/crds';
import type { PricingUnit } from '@gpulease/contract/enums';
import { formatAmount, formatPrice, parsePrice } from '@gpulease/contract/money';
import { isUnready } from '../catalogue/views.ts';
import { ProductError } from '../http/product-error.ts';
import type { Terms } from './order-terms.ts';
import type { Rate } from './rates.ts';

/** The price of all SKUs for one unit, in yuan. */
export interface ExpectedRate {
  readonly expectedPrice: string;
  readonly expectedUnit: PricingUnit;
}

/** The charge at the order, in yuan: the whole reserved term, otherwise 0.00. */
export interface ExpectedTerms extends ExpectedRate {
  readonly expectedCharge: string;
}

/** Throws PRICE_CHANGED if the customer was shown other terms. */
export function checkTerms(terms: Terms, expected: ExpectedTerms | undefined): void {
  if (!expected) return;
  const charge = formatAmount(terms.term?.charge ?? 0n);
  if (matchesExpected(terms, expected) && expected.expectedCharge === charge) return;
  throw priceChanged(terms, { charge });
}

/** Throws PRICE_CHANGED if the customer was shown another rate, and PRICE_NOT_READY. */
export function checkRate(policy: PricingPolicy, rate: Rate, expected: ExpectedRate | undefined): void {
  if (isUnready(policy)) throw new ProductError('REQUEST_FAILED', { reason: 'PRICE_NOT_READY' });
  if (expected && !matchesExpected(rate, expected)) throw priceChanged(rate);
}

function matchesExpected({ price, unit, quantity }: Rate, expected: ExpectedRate): boolean {
  return unit === expected.expectedUnit && price * quantity === parsePrice(expected.expectedPrice);
}

function priceChanged({ price, unit, quantity }: Rate, more: { charge?: string } = {}): ProductError {
  const present = { price: formatPrice(price * quantity), unit, ...more };
  return new ProductError('REQUEST_FAILED', { reason: 'PRICE_CHANGED', ...present });
}
