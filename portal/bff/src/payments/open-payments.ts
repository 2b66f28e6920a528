/** Payments that need an operator's attention, for the overview. */
import type { Overview } from '@gpulease/contract/overview';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Days for which a difference from a provider's bill is shown. */
const DAYS = 7;

/** Counts open payments, refunds, debts, differences and approvals, each by a partial index or over a few days. */
export async function countOpenPayments(database: Database): Promise<Overview['openPayments']> {
  const { rows } = await sql<Overview['openPayments']>`
    SELECT
      (SELECT count(*)::int FROM recharge WHERE status = 'QUARANTINED') AS quarantined,
      (SELECT count(*)::int FROM refund WHERE status = 'PENDING') AS "pendingRefunds",
      (SELECT count(*)::int FROM receivable WHERE settled_at IS NULL) AS receivables,
      (SELECT count(DISTINCT day)::int FROM payment_reconciliation
        WHERE day >= (billing_clock() AT TIME ZONE 'Asia/Shanghai')::date - ${DAYS}::integer
          AND differences <> '[]') AS "differingDays",
      (SELECT count(*)::int FROM approval WHERE status = 'PENDING' AND expires_at > billing_clock()) AS approvals`.execute(
    database,
  );
  const [counts] = rows;
  if (!counts) throw new Error('Counts are one row.');
  return counts;
}
