/** What a machine costs that does nothing. Pure. */
import { formatAmount, least, parseAmount, parsePrice } from '@gpulease/contract/money';
import { due } from '@gpulease/contract/rating';
import type { Workload } from '@gpulease/contract/workloads';

/** Yuan for so many seconds, never more than the run has cost; undefined for nothing. A term is paid, whatever is done with it. */
export function spentIn(
  { pricing, cost }: Pick<Workload, 'pricing' | 'cost'>,
  seconds: number,
): string | undefined {
  if (pricing.mode === 'RESERVED') return undefined;
  const rate = { price: parsePrice(cost.perHour), unit: 'HOUR', quantity: 1n } as const;
  const spent = least(due(rate, BigInt(seconds) * 1_000n), parseAmount(cost.thisRun));
  return spent > 0n ? formatAmount(spent) : undefined;
}
