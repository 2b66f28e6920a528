/** What the books say of workloads that are shown: terms, cost and runs. */
import type { Run } from '@gpulease/contract/workloads';
import { formatAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { OrderState } from './tables.ts';
import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type { Database, Transaction } from '../database/schema.ts';

/** An order with what it has cost so far, accrual included. Amounts are fen. */
export interface Account {
  readonly orderId: string;
  readonly workloadUid: string | null;
  readonly state: OrderState;
  readonly policy: string;
  readonly mode: PricingMode;
  readonly price: bigint;
  readonly unit: PricingUnit;
  readonly quantity: bigint;
  readonly termEnd: Date | null;
  readonly rejection: string | null;
  /** A start is paid for; the cluster may not know of it yet. */
  readonly startRequestedAt: Date | null;
  readonly isHeld: boolean;
  readonly total: bigint;
  readonly thisRun: bigint;
  /** Newest first. */
  readonly runs: readonly Run[];
}

interface AccountRow extends Omit<Account, 'runs'> {
  runs: { id: string; startedAt: string; stoppedAt: string | null; endReason: string | null; cost: string }[];
}

/** Runs that are shown of each workload. */
const SHOWN_RUNS = 20;

/** The accounts of orders. */
export async function readAccounts(
  database: Database | Transaction,
  orderIds: readonly string[],
): Promise<Map<string, Account>> {
  const { rows } = await sql<AccountRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    accrual AS (
      SELECT segment_id, amount FROM clock, accruals(
        (SELECT array_agg(DISTINCT account_id) FROM workload_order WHERE id = ANY(${orderIds}::uuid[])), clock.at)
    ),
    run AS (
      SELECT s.*, s.charged - s.credited + COALESCE(accrual.amount, 0) AS cost,
        row_number() OVER (PARTITION BY s.order_id ORDER BY s.started_at DESC, s.id DESC) AS place
      FROM usage_segment s LEFT JOIN accrual ON accrual.segment_id = s.id WHERE s.order_id = ANY(${orderIds}::uuid[])
    )
    SELECT o.id AS "orderId", o.workload_uid AS "workloadUid", o.state, o.policy, o.mode, o.price, o.unit, o.quantity,
      o.term_end AS "termEnd", o.rejection, o.start_requested_at AS "startRequestedAt",
      EXISTS (SELECT FROM hold h WHERE h.order_id = o.id AND h.released_at IS NULL) AS "isHeld",
      (COALESCE(sum(run.cost), 0) + CASE WHEN o.state = 'REJECTED' THEN 0 ELSE COALESCE(o.term_charge, 0) END)::bigint AS total,
      COALESCE(sum(run.cost) FILTER (WHERE run.stopped_at IS NULL), 0)::bigint AS "thisRun",
      COALESCE(jsonb_agg(jsonb_build_object('id', run.run_id, 'startedAt', run.started_at, 'stoppedAt', run.stopped_at,
        'endReason', run.end_reason, 'cost', run.cost::text) ORDER BY run.place)
        FILTER (WHERE run.place <= ${SHOWN_RUNS}), '[]') AS runs
    FROM workload_order o LEFT JOIN run ON run.order_id = o.id
    WHERE o.id = ANY(${orderIds}::uuid[])
    GROUP BY o.id`.execute(database);
  return new Map(rows.map((row) => [row.orderId, { ...row, runs: row.runs.map(toRun) }]));
}

function toRun({ id, startedAt, stoppedAt, endReason, cost }: AccountRow['runs'][number]): Run {
  return {
    id,
    startedAt: new Date(startedAt).toISOString(),
    stoppedAt: stoppedAt === null ? null : new Date(stoppedAt).toISOString(),
    endReason,
    cost: formatAmount(BigInt(cost)),
  };
}
