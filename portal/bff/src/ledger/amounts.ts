import { formatAmount, type Fen } from '@gpulease/contract/money';

/** Formats each amount as in the API. */
export function formatAmounts<Name extends string>(
  amounts: Readonly<Record<Name, Fen>>,
): Record<Name, string> {
  const texts = Object.entries<Fen>(amounts).map(([name, fen]) => [name, formatAmount(fen)]);
  return Object.fromEntries(texts) as Record<Name, string>;
}
