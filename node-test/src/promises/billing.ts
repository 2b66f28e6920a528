import type { Usage } from '@gpulease/contract/billing';

/** A charged period, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** Returns the charged periods, oldest first, without credits. */
export function chargedSpans(usage: readonly Pick<Usage, 'lines'>[]): Span[] {
  return usage
    .flatMap(({ lines }) => lines)
    .filter(({ amount }) => Number(amount) > 0)
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .toSorted((a, b) => a.from - b.from);
}

/** Describes the spans that begin before the previous one has ended. */
export function billedTwice(spans: readonly Span[]): string[] {
  return spans
    .filter(({ from }, index) => from < (spans[index - 1]?.to ?? from))
    .map(({ from }) => `billed twice from ${new Date(from).toISOString()}`);
}

export function secondsIn(spans: readonly Span[]): number {
  return spans.reduce((total, { from, to }) => total + to - from, 0) / 1_000;
}
