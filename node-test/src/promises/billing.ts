import type { Usage } from '@gpulease/contract/billing';

/** A time for which was paid, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** What was charged for, oldest first; credits are none. */
export function chargedSpans(usage: readonly Pick<Usage, 'lines'>[]): Span[] {
  return usage
    .flatMap(({ lines }) => lines)
    .filter(({ amount }) => Number(amount) > 0)
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .toSorted((a, b) => a.from - b.from);
}

/** The beginnings of spans that lie in the one before, in words. */
export function billedTwice(spans: readonly Span[]): string[] {
  return spans
    .filter(({ from }, index) => from < (spans[index - 1]?.to ?? from))
    .map(({ from }) => `billed twice from ${new Date(from).toISOString()}`);
}

export function secondsIn(spans: readonly Span[]): number {
  return spans.reduce((total, { from, to }) => total + to - from, 0) / 1_000;
}
