import { parsePrice, type Fen } from '@gpulease/contract/money';
import { due, HOUR_MILLISECONDS } from '@gpulease/contract/rating';
import type { Workload } from '@gpulease/contract/workloads';

/** What a start holds: one hour's price, at least one fen. */
export function startHold({ price, unit }: NonNullable<Workload['startPrice']>): Fen {
  const hour = due({ price: parsePrice(price), unit, quantity: 1n }, HOUR_MILLISECONDS);
  return hour > 0n ? hour : 1n;
}
