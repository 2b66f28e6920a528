/** Quotes the price of an order before it is placed. */
import type { Balance } from '@gpulease/contract/me';
import type { Quote } from '@gpulease/contract/workloads';
import type { Body } from '@gpulease/contract/routes';
import { formatAmount, formatPrice, parseAmount, parsePrice } from '@gpulease/contract/money';
import { due, MONTH_MILLISECONDS, runtime } from '@gpulease/contract/rating';
import { HOUR_MS } from '../clock.ts';
import { readBalance } from '../metering/balance.ts';
import { billingClock } from '../ledger/ledger.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/schema.ts';
import { quotaExcessOf, type Quota } from './quota.ts';
import { toPricedSpec } from './spec.ts';
import { spendingExcessOf } from './spending-limits.ts';
import { offerFor, termsOf, type Terms } from './order-terms.ts';
import { pricePerHour } from './rates.ts';

interface QuoteServices {
  readonly database: Database;
  readonly catalogue: Catalogue;
  /** The quota of a user without a Tenant. */
  readonly defaultQuota: Quota;
}

/** Prices a request by the current catalogue and the customer's balance. Throws INVALID_ARGUMENT as an order does. */
export async function quote(
  { database, catalogue, defaultQuota }: QuoteServices,
  userId: string,
  request: Body<'createQuote'>,
): Promise<Omit<Quote, 'queued'>> {
  const policy = catalogue.pricingPolicies.store.get({ name: request.pricing });
  const spec = toPricedSpec(request, policy);
  const terms = termsOf(spec, offerFor(catalogue, spec), await billingClock(database));
  const balance = await readBalance(database, userId);
  const added = { workloads: 1, gpus: terms.gpus, storage: request.rootDiskSize ?? 0, defaultQuota };
  return {
    pricing: {
      name: terms.policy,
      mode: terms.mode,
      price: formatPrice(terms.price),
      currency: 'CNY',
      unit: terms.unit,
    },
    skuQuantity: Number(terms.quantity),
    pricingQuantity: terms.termUnits,
    expectedPrice: formatPrice(terms.price * terms.quantity),
    perHour: formatPrice(pricePerHour(terms)),
    perMonth: formatAmount(due(terms, MONTH_MILLISECONDS)),
    hold: formatAmount(terms.hold),
    ...affordability(terms, balance),
    ...termOf(terms),
    available: terms.available,
    quota: (await quotaExcessOf(database, catalogue, userId, added)) ?? null,
    spending: (await spendingExcessOf(database, userId, terms)) ?? null,
  };
}

function affordability(terms: Terms, balance: Balance) {
  const available = parseAmount(balance.available);
  const needed = terms.term?.charge ?? terms.hold;
  const missing = needed > available ? needed - available : 0n;
  const lasts = terms.term ? undefined : runway(terms, balance);
  return {
    affordable: missing === 0n,
    missing: formatAmount(missing),
    availableAfter: formatAmount(missing > 0n ? 0n : available - needed),
    runtimeHours: lasts === undefined ? null : Math.round((Number(lasts) / HOUR_MS) * 100) / 100,
  };
}

/** Returns how long the balance lasts, in milliseconds, if this runs in addition to what already runs. */
function runway(terms: Terms, { balance, accrued, burnPerHour }: Balance): bigint | undefined {
  const price = parsePrice(burnPerHour) + pricePerHour(terms);
  return runtime({ price, quantity: 1n, unit: 'HOUR' }, parseAmount(balance) - parseAmount(accrued));
}

function termOf({ term }: Terms) {
  if (!term) return { charge: formatAmount(0n), termStart: null, termEnd: null };
  const { charge, start, end } = term;
  return { charge: formatAmount(charge), termStart: start.toISOString(), termEnd: end.toISOString() };
}
