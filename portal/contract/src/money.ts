/** Money as bigint: amounts in fen, prices in micro-yuan; JSON has yuan as decimal strings. Rounds only where stated. */
import type { Language } from './enums.ts';

/** Hundredths of a yuan. */
export type Fen = bigint;
/** Millionths of a yuan; the unit of prices. */
export type MicroYuan = bigint;

export const MICRO_YUAN_PER_FEN = 10_000n;

/** An amount in yuan with at most two decimals. */
export const amountPattern = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,2})?$/;
/** A price in yuan with at most six decimals. */
export const pricePattern = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/;

/** Returns whether text is an amount in yuan with at most two decimals, such as `12.3` or `-0.05`. */
export function isAmount(text: string): boolean {
  return amountPattern.test(text);
}

/** Returns whether text is a price in yuan with at most six decimals, such as `1.58`. */
export function isPrice(text: string): boolean {
  return pricePattern.test(text);
}

/** `'12.34'` → `1234n`. Throws RangeError on anything that is not an amount. */
export function parseAmount(text: string): Fen {
  if (!isAmount(text)) throw new RangeError(`Not an amount in yuan: ${JSON.stringify(text)}`);
  return scaled(text, 2);
}

/** `1234n` → `'12.34'`, always two decimals. */
export function formatAmount(fen: Fen): string {
  return decimal(fen, 2);
}

/** `'1.58'` → `1580000n`. Throws RangeError on anything that is not a price. */
export function parsePrice(text: string): MicroYuan {
  if (!isPrice(text)) throw new RangeError(`Not a price in yuan: ${JSON.stringify(text)}`);
  return scaled(text, 6);
}

/** `1580000n` → `'1.58'`: at least two decimals, no further trailing zeros. */
export function formatPrice(price: MicroYuan): string {
  return decimal(price, 6).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Divides two integers, rounding halves away from zero. The divisor must be positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -quotient : quotient;
}

/** How money is displayed: the language, and the operator's rate for showing dollars (decimal, such as `7.20`). */
export interface MoneyDisplay {
  readonly language: Language;
  readonly cnyPerUsd: string;
}

/** Formats an amount for display: `¥100.00` in zh, `$13.89 (¥100.00)` in en. Takes the decimal string of the API. */
export function displayAmount(amount: string, display: MoneyDisplay): string {
  const short = displayAmountShort(amount, display);
  return display.language === 'zh' ? short : `${short} (${yuanAmount(parseAmount(amount))})`;
}

/** Formats an amount where space is limited: `¥100.00` in zh, `$13.89` in en. */
export function displayAmountShort(amount: string, { language, cnyPerUsd }: MoneyDisplay): string {
  const fen = parseAmount(amount);
  if (language === 'zh') return yuanAmount(fen);
  return signed(fen, '$', (positive) => dollars(positive * MICRO_YUAN_PER_FEN, cnyPerUsd));
}

/** Converts typed dollars, such as `$1,200.5`, to yuan, rounding half a fen up. Returns invalid amounts unchanged. */
export function fromDollars(typed: string, cnyPerUsd: string): string {
  const dollars = typed
    .trim()
    .replace(/^\$/, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '');
  if (!isAmount(dollars)) return typed;
  return formatAmount(divideHalfUp(parseAmount(dollars) * parsePrice(cnyPerUsd), 1_000_000n));
}

/** Converts yuan to dollars without their sign, for an input: `100.00` → `13.89`. Returns invalid amounts unchanged. */
export function toDollars(yuan: string, cnyPerUsd: string): string {
  if (!isAmount(yuan)) return yuan;
  return decimal(divideHalfUp(parseAmount(yuan) * 1_000_000n, parsePrice(cnyPerUsd)), 2);
}

/** Converts an amount to a number in the displayed currency, for charts only: `7.20` → 7.2 in zh, 1 in en. */
export function chartValue(amount: string, { language, cnyPerUsd }: MoneyDisplay): number {
  return language === 'zh' ? Number(amount) : Number(amount) / Number(cnyPerUsd);
}

/** Formats a number in the displayed currency for a chart axis: `¥5,000` and `¥1.25万` in zh, `$12.5K` in en. */
export function displayOnAxis(value: number, { language }: MoneyDisplay): string {
  const [locale, currency] = language === 'zh' ? ['zh-CN', 'CNY'] : ['en-US', 'USD'];
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    useGrouping: true,
    maximumSignificantDigits: 3,
  }).format(value);
}

/** Formats a per-unit price for display: `¥1.58` in zh, `$0.22 (¥1.58)` in en, with the same dollars as an amount. */
export function displayPrice(price: string, display: MoneyDisplay): string {
  const short = displayPriceShort(price, display);
  return display.language === 'zh' ? short : `${short} (${yuanPrice(parsePrice(price))})`;
}

/** Formats a per-unit price where space is limited: `¥1.58` in zh, `$0.22` in en. */
export function displayPriceShort(price: string, { language, cnyPerUsd }: MoneyDisplay): string {
  const micro = parsePrice(price);
  if (language === 'zh') return yuanPrice(micro);
  return `$${dollars(micro, cnyPerUsd)}`;
}

function yuanAmount(fen: Fen): string {
  return signed(fen, '¥', (positive) => grouped(decimal(positive, 2)));
}

/** Keeps four significant digits, because a price per second can be a small fraction of a fen. */
function yuanPrice(price: MicroYuan): string {
  const decimals = Math.min(6, decimalsFor(price * 1_000n, 4));
  const shown = decimal(divideHalfUp(price, 10n ** BigInt(6 - decimals)), decimals);
  return `¥${grouped(shown.replace(/(\.\d\d\d*?)0+$/, '$1'))}`;
}

/** Rounds to cents or, below ten cents, to two significant digits, so that small prices are not shown as zero. */
function dollars(price: MicroYuan, cnyPerUsd: string): string {
  const rate = parsePrice(cnyPerUsd);
  const decimals = decimalsFor(divideHalfUp(price * 1_000_000_000n, rate), 2);
  return grouped(decimal(divideHalfUp(price * 10n ** BigInt(decimals), rate), decimals));
}

/** Returns the decimals that `digits` significant digits of a number of billionths take, at least two. */
function decimalsFor(billionths: bigint, digits: number): number {
  if (billionths === 0n) return 2;
  return Math.max(2, Math.min(9, 9 + digits - billionths.toString().length));
}

function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function decimal(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function grouped(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

function signed(value: bigint, symbol: string, format: (positive: bigint) => string): string {
  return value < 0n ? `-${symbol}${format(-value)}` : `${symbol}${format(value)}`;
}

/** Returns the lesser of two amounts. */
export function least(a: Fen, b: Fen): Fen {
  return a < b ? a : b;
}
