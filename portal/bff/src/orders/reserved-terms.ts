/** Reserved terms: what a term has paid is ours when it is over, or partly when it is given up early. */
import type { Fen } from '@gpulease/contract/money';
import type { PricingUnit } from '@gpulease/contract/enums';
import { termEnd } from '@gpulease/contract/rating';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { closeOrder, lockOrder, refundTerm } from './order-states.ts';
import { billingClock } from '../ledger/ledger.ts';
import { settle } from '../metering/settlement.ts';
import type { WorkloadOrder } from './tables.ts';

/** Of what whole unused units have cost, a customer who cancels gets this share back, in percent. */
const REFUND_PERCENT = 80n;

/** Ends an order whose term is over: what it paid becomes revenue. */
export async function endTerm(transaction: Transaction, orderId: string): Promise<void> {
  const order = await lockOrder(transaction, orderId);
  if (order?.state !== 'ACTIVE' || order.mode !== 'RESERVED') return;
  await settle(transaction, [order.account_id]);
  await recognise(transaction, order, order.term_charge ?? 0n);
  await closeOrder(transaction, order);
}

/** Ends an order whose machine was destroyed; a reserved one before its term's end gets part of its money back. */
export async function endDestroyed(transaction: Transaction, order: WorkloadOrder): Promise<void> {
  if (order.state !== 'ACTIVE' && order.state !== 'PLACED') return;
  if (order.mode === 'RESERVED') {
    const refund = cancellationRefund(order, await billingClock(transaction));
    await refundTerm(transaction, order, refund);
    await recognise(transaction, order, (order.term_charge ?? 0n) - refund);
  }
  await closeOrder(transaction, order);
}

type Term = Pick<WorkloadOrder, 'term_start' | 'term_charge' | 'term_units' | 'unit'>;

/** Before its start all comes back; afterwards a share of the units whose start, by the calendar, has not come. */
export function cancellationRefund(term: Term, now: Date): Fen {
  const { term_start: start, term_charge: charge, term_units: units, unit } = term;
  if (start === null || charge === null) return 0n;
  if (now < start) return charge;
  return (charge * unusedUnits(start, unit, units, now) * REFUND_PERCENT) / (units * 100n);
}

/** Units count from the term's start: of three months from 31 January the second begins on the last day of February. */
function unusedUnits(start: Date, unit: PricingUnit, units: bigint, now: Date): bigint {
  const starts = Array.from({ length: Number(units) }, (_, index) => termEnd(start, unit, index));
  return BigInt(starts.filter((unitStart) => unitStart > now).length);
}

/** From deferred revenue to revenue; no wallet moves. */
async function recognise(transaction: Transaction, order: WorkloadOrder, amount: Fen): Promise<void> {
  if (amount === 0n) return;
  await sql`
    WITH posted AS (
      INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at, order_id)
      VALUES ('RECOGNITION', ${`recognition:${order.id}`}, sha256(convert_to(${amount.toString()}, 'UTF8')),
        billing_clock(), ${order.id})
      RETURNING id
    )
    INSERT INTO ledger_entry (transaction_id, account_id, amount)
    SELECT id, 'deferred-revenue', ${-amount}::bigint FROM posted
    UNION ALL SELECT id, 'term-revenue', ${amount}::bigint FROM posted`.execute(transaction);
}
