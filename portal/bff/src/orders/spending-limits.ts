/** Checks that an order or a start stays within its owner's spending limits. */
import type { SpendingExcess } from '@gpulease/contract/common';
import { excessOf } from '@gpulease/contract/spending';
import type { Database, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { readLimits, readSpending } from '../metering/spending.ts';
import type { Terms } from './order-terms.ts';

type Cost = Pick<Terms, 'hold' | 'term'>;

/** Throws SPENDING_LIMIT if a limit would be exceeded. The caller has locked and settled the wallet. */
export async function checkSpending(transaction: Transaction, userId: string, cost: Cost): Promise<void> {
  const spending = await spendingExcessOf(transaction, userId, cost);
  if (spending) throw new ProductError('REQUEST_FAILED', { reason: 'SPENDING_LIMIT', spending });
}

/** Returns the first limit that would be exceeded, if any. Without limits, nothing is summed. */
export async function spendingExcessOf(
  database: Database | Transaction,
  userId: string,
  { hold, term }: Cost,
): Promise<SpendingExcess | undefined> {
  const { hour, day, month } = await readLimits(database, userId);
  if (hour === null && day === null && month === null) return undefined;
  return excessOf(await readSpending(database, userId), { perHour: hold, charge: term?.charge ?? 0n });
}
