/** The balance after a change. Pure; amounts are in yuan. */
import { formatAmount, isAmount, parseAmount } from '@gpulease/contract/money';

/** A customer's balance after a typed credit or debit; undefined while the text is not an amount. */
export function balanceAfter(
  { balance, owed }: { readonly balance: string; readonly owed: string },
  change: string,
) {
  if (!isAmount(change)) return undefined;
  const [fen, debt] = [parseAmount(change), parseAmount(owed)];
  const collected = fen <= 0n ? 0n : fen < debt ? fen : debt;
  return {
    balance: formatAmount(parseAmount(balance) + fen - collected),
    /** The part of a credit that pays debts. */
    collected: formatAmount(collected),
  };
}
