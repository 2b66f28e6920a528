/** The cost of time. Pure, in integers; the order form, the running cost and the ledger all use these functions. */
import { DAY_MS, HOUR_MS } from './durations.ts';
import type { PricingUnit } from './enums.ts';
import { divideHalfUp, MICRO_YUAN_PER_FEN, type Fen, type MicroYuan } from './money.ts';

/** Seconds per unit for proration: a month is 30 days and a year 365. */
export const unitSeconds = {
  SECOND: 1n,
  MINUTE: 60n,
  HOUR: 3_600n,
  DAY: 86_400n,
  WEEK: 604_800n,
  MONTH: 2_592_000n,
  YEAR: 31_536_000n,
} as const satisfies Record<PricingUnit, bigint>;

export const HOUR_MILLISECONDS = BigInt(HOUR_MS);
/** A month for showing prices: 30 days. */
export const MONTH_MILLISECONDS = 2_592_000_000n;

/** Share of the price of each whole unused unit that is refunded to a customer who cancels a term. */
export const TERM_REFUND_PERCENT = 80;

/** The terms by which time is rated. */
export interface Rate {
  /** Micro-yuan for one unit of one SKU. */
  readonly price: MicroYuan;
  readonly unit: PricingUnit;
  /** SKUs rented (`skuQuantity`). */
  readonly quantity: bigint;
}

/**
 * Returns the cost of `elapsedMs` milliseconds in fen, rounded half up. For an order, pass the total of all its runs at one
 * price: a settlement charges the difference from what was charged before, so that neither the number of settlements nor
 * the number of runs changes the sum.
 */
export function due(rate: Rate, elapsedMs: bigint): Fen {
  if (elapsedMs <= 0n) return 0n;
  const dividend = rate.price * rate.quantity * elapsedMs;
  return divideHalfUp(dividend, unitSeconds[rate.unit] * 1_000n * MICRO_YUAN_PER_FEN);
}

/** Returns the price of a reserved term of whole units, in fen. */
export function termPrice(rate: Rate, units: bigint): Fen {
  return divideHalfUp(rate.price * rate.quantity * units, MICRO_YUAN_PER_FEN);
}

/** Returns how long `funds` fen last at this rate, in whole milliseconds; undefined if the rate is free. */
export function runtime(rate: Rate, funds: Fen): bigint | undefined {
  const perMillisecond = rate.price * rate.quantity;
  if (perMillisecond === 0n) return undefined;
  if (funds <= 0n) return 0n;
  return (funds * MICRO_YUAN_PER_FEN * unitSeconds[rate.unit] * 1_000n) / perMillisecond;
}

/** China Standard Time has had no daylight saving since 1991. */
const SHANGHAI_OFFSET_MS = 8 * HOUR_MS;

/** Returns a term's end: calendar months and years in Asia/Shanghai (31 January + 1 month = end of February), or seconds. */
export function termEnd(start: Date, unit: PricingUnit, units: number): Date {
  if (unit === 'MONTH') return addMonths(start, units);
  if (unit === 'YEAR') return addMonths(start, 12 * units);
  return new Date(start.getTime() + Number(unitSeconds[unit]) * 1_000 * units);
}

function addMonths(start: Date, months: number): Date {
  const local = new Date(start.getTime() + SHANGHAI_OFFSET_MS);
  const firstOfMonth = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1);
  const month = new Date(firstOfMonth);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(local.getUTCDate(), lastDay);
  const timeOfDay = local.getTime() % DAY_MS;
  return new Date(firstOfMonth + (day - 1) * DAY_MS + timeOfDay - SHANGHAI_OFFSET_MS);
}
