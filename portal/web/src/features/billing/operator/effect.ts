/** What becomes of a balance. Pure; amounts are yuan. */
import { formatAmount, isAmount, parseAmount } from '@gpulease/contract/money';

export interface Effect {
  readonly balance: string;
  /** What of a credit goes to what is owed. */
  readonly collected: string;
}

/** What a customer with so much has after a credit or debit, as it is typed; undefined while it is no amount. */
export function effectOf(
  { balance, owed }: { readonly balance: string; readonly owed: string },
  change: string,
): Effect | undefined {
  if (!isAmount(change)) return undefined;
  const [fen, debt] = [parseAmount(change), parseAmount(owed)];
  const collected = fen <= 0n ? 0n : fen < debt ? fen : debt;
  return {
    balance: formatAmount(parseAmount(balance) + fen - collected),
    collected: formatAmount(collected),
  };
}
