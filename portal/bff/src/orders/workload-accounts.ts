/** Terms, cost and runs of displayed workloads, from the books. */
import type { Run } from '@gpulease/contract/workloads';
import { formatAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { cancellationRefund, type Term } from './term-refund.ts';
import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type { Database, Row, Transaction } from '../database/schema.ts';

/** An order with its cost so far, including accrued usage. Amounts are fen. */
export interface Account {
  readonly orderId: string;
  readonly workloadUid: string | null;
  readonly state: Row<'workload_order'>['state'];
  readonly policy: string;
  readonly mode: PricingMode;
  readonly price: bigint;
  readonly unit: PricingUnit;
  readonly quantity: bigint;
  readonly acceptedAt: Date;
  /** The reserved term; absent for other orders. */
  readonly term: TermAccount | undefined;
  readonly rejection: string | null;
  /** The start that was paid for; the cluster may not know it yet. */
  readonly startRequestedAt: Date | null;
  readonly isHeld: boolean;
  /** When the machine is destroyed, unless it is started or the account is recharged before. */
  readonly keptUntil: Date | null;
  readonly total: bigint;
  readonly thisRun: bigint;
  /** The part of the total that is not in the books yet: it is booked at the next full hour, or when the run ends. */
  readonly unsettled: bigint;
  /** Newest first. */
  readonly runs: readonly Run[];
}

/** A reserved term in the books. Amounts are fen. */
export interface TermAccount {
  readonly start: Date;
  readonly end: Date;
  /** How far it was moved because the machine was late. */
  readonly lateMs: number;
  readonly charge: bigint;
  /** The refunded part of the charge. */
  readonly credited: bigint;
  /** The refund for destroying the machine now; null if there is none anymore. */
  readonly refund: bigint | null;
}

/** The columns that describe a term. */
type TermRow = Term &
  Pick<Row<'workload_order'>, 'state' | 'rejection' | 'term_end' | 'late_ms' | 'cancelled_at'> & {
    readonly at: Date;
  };

/** An account as queried: runs have times and costs as JSON. */
type AccountRow = Omit<Account, 'term'> & TermRow;

/** Maximum number of runs shown for each workload. */
const SHOWN_RUNS = 20;

export async function readAccounts(
  database: Database | Transaction,
  orderIds: readonly string[],
): Promise<Map<string, Account>> {
  const { rows } = await sql<AccountRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    owner AS MATERIALIZED (
      SELECT array_agg(DISTINCT account_id) AS accounts FROM workload_order WHERE id = ANY(${orderIds}::uuid[])
    ),
    -- Without a subselect among its arguments the function becomes part of the query, which then looks at these orders only.
    accrual AS (
      SELECT accrued.segment_id, accrued.amount
      FROM clock, owner, accruals(owner.accounts, clock.at) AS accrued WHERE accrued.order_id = ANY(${orderIds}::uuid[])
    ),
    run AS (
      SELECT s.*, s.charged - s.credited + COALESCE(accrual.amount, 0) AS cost, COALESCE(accrual.amount, 0) AS unsettled,
        row_number() OVER (PARTITION BY s.order_id ORDER BY s.started_at DESC, s.id DESC) AS place
      FROM usage_segment s LEFT JOIN accrual ON accrual.segment_id = s.id WHERE s.order_id = ANY(${orderIds}::uuid[])
    )
    SELECT o.id AS "orderId", o.workload_uid AS "workloadUid", o.state, o.policy, o.mode, o.price, o.unit, o.quantity,
      o.accepted_at AS "acceptedAt", o.rejection, o.start_requested_at AS "startRequestedAt",
      o.term_start, o.term_end, o.term_charge, o.term_units, o.owed_since, o.delivered_at, o.late_ms, o.term_credited,
      o.cancelled_at, clock.at,
      EXISTS (SELECT FROM hold h WHERE h.order_id = o.id AND h.released_at IS NULL) AS "isHeld",
      (SELECT min(due_at) FROM dunning_step d WHERE d.order_id = o.id AND d.kind = 'DESTROY' AND d.done_at IS NULL) AS "keptUntil",
      (COALESCE(sum(run.cost), 0) + COALESCE(o.term_charge, 0) - o.term_credited)::bigint AS total,
      COALESCE(sum(run.cost) FILTER (WHERE run.stopped_at IS NULL), 0)::bigint AS "thisRun",
      COALESCE(sum(run.unsettled), 0)::bigint AS unsettled,
      COALESCE(jsonb_agg(jsonb_build_object('id', run.run_id, 'startedAt', run.started_at, 'stoppedAt', run.stopped_at,
        'endReason', run.end_reason, 'cost', run.cost::text) ORDER BY run.place)
        FILTER (WHERE run.place <= ${SHOWN_RUNS}), '[]') AS runs
    FROM clock, workload_order o LEFT JOIN run ON run.order_id = o.id
    WHERE o.id = ANY(${orderIds}::uuid[])
    GROUP BY o.id, clock.at`.execute(database);
  return new Map(rows.map((row) => [row.orderId, { ...row, term: toTerm(row), runs: row.runs.map(toRun) }]));
}

function toTerm(row: TermRow): TermAccount | undefined {
  const { term_start: start, term_end: end, term_charge: charge } = row;
  if (start === null || end === null || charge === null) return undefined;
  const isLive = row.state === 'PLACED' || row.state === 'ACTIVE';
  const isCancelled = row.cancelled_at !== null || row.rejection !== null;
  return {
    start,
    end,
    lateMs: Number(row.late_ms),
    charge,
    credited: row.term_credited,
    refund: isLive && !isCancelled ? cancellationRefund(row, row.at) : null,
  };
}

function toRun({ id, startedAt, stoppedAt, endReason, cost }: Run): Run {
  return {
    ...{ id, endReason, cost: formatAmount(BigInt(cost)) },
    startedAt: new Date(startedAt).toISOString(),
    stoppedAt: stoppedAt === null ? null : new Date(stoppedAt).toISOString(),
  };
}
