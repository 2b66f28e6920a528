/** Reads the current state of live orders without settling: accrued usage, future holds and how long they last. */
import type { PricingMode, PricingUnit } from '@gpulease/contract/enums';
import type { MicroYuan } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/schema.ts';
import type { OrderFacts } from './funding.ts';

/** How often the worker checks the money of every running machine. */
export const SWEEP_MS = 15_000;
/** `fundedUntil` is never further ahead than this. */
const FARTHEST_HOURS = 24;
/** The real time, with which the operator compares `fundedUntil`; the billing clock may be shifted. */
const trueTime = sql`date_trunc('milliseconds', clock_timestamp())`;

/** A live or newly closed order, with the facts on which funding is decided. */
export interface OrderInBooks extends OrderFacts {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly namespace: string;
  readonly name: string;
  readonly workloadUid: string | null;
  readonly mode: PricingMode;
  readonly acceptedAt: Date;
  readonly price: MicroYuan;
  readonly unit: PricingUnit;
  readonly quantity: bigint;
  /** The id of the newest run that is charged to its end. */
  readonly settledRun: string | null;
  /** Whether a closed run is not charged to its end. */
  readonly owing: boolean;
  /** When the hold falls below `leastHeld` at the current burn, at most a day ahead; null if nothing is held. */
  readonly lowAt: Date | null;
  /** The billing clock when this was read. */
  readonly at: Date;
}

/** `live` selects orders bound to a Workload; `accountIds` selects the live orders of these wallets. */
export type OrderSelection =
  | { readonly id: string }
  | { readonly ids: readonly string[] }
  | { readonly workloadUid: string }
  | { readonly accountIds: readonly string[] }
  | 'live';

export async function readOrders(
  database: Database | Transaction,
  selection: OrderSelection,
): Promise<OrderInBooks[]> {
  const selected = selectionOf(selection);
  const { rows } = await sql<OrderInBooks>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    chosen AS MATERIALIZED (SELECT * FROM workload_order WHERE ${selected}),
    ${payers},
    ${funds}
    SELECT o.id, o.account_id AS "accountId", o.user_id AS "userId", o.namespace, o.name, o.state, o.mode,
      o.workload_uid AS "workloadUid", o.term_end AS "termEnd", o.owed_since AS "owedSince",
      o.delivered_at AS "deliveredAt", o.cancelled_at AS "cancelledAt", o.accepted_at AS "acceptedAt",
      o.price, o.unit, o.quantity,
      o.start_requested_at AS "startRequestedAt", o.out_of_funds_at AS "outOfFundsAt", o.rejection,
      p.held, least.held AS "leastHeld", ${trueTime} + make_interval(secs => p.seconds) AS "fundedUntil",
      CASE WHEN p.held IS NOT NULL THEN clock.at + make_interval(secs => GREATEST(p.seconds - least.held / p.burn, 0)) END AS "lowAt",
      run.is_open AS running, run.is_owing AS owing,
      (SELECT run_id FROM usage_segment s WHERE s.order_id = o.id AND s.charged_through = s.stopped_at
       ORDER BY s.started_at DESC, s.id DESC LIMIT 1) AS "settledRun",
      clock.at
    FROM chosen o CROSS JOIN clock
    CROSS JOIN LATERAL (SELECT due(o.price, o.quantity, o.unit, ${2 * SWEEP_MS}) + 1 AS held) AS least
    CROSS JOIN LATERAL (
      SELECT COALESCE(bool_or(stopped_at IS NULL), false) AS is_open, COALESCE(bool_or(stopped_at IS NOT NULL), false) AS is_owing
      FROM usage_segment s WHERE s.order_id = o.id AND NOT s.is_settled
    ) AS run
    LEFT JOIN funds p ON p.order_id = o.id`.execute(database);
  return rows;
}

function selectionOf(selection: OrderSelection) {
  if (selection === 'live') return sql`state = 'ACTIVE'`;
  if ('id' in selection) return sql`id = ${selection.id}`;
  if ('ids' in selection) return sql`id = ANY(${selection.ids}::uuid[])`;
  if ('accountIds' in selection) return sql`state = 'ACTIVE' AND account_id = ANY(${selection.accountIds})`;
  // A Workload has one live order at a time; after the term, the closed order still applies.
  return sql`id = (SELECT id FROM workload_order WHERE workload_uid = ${selection.workloadUid}
    ORDER BY (state = 'ACTIVE') DESC, accepted_at DESC LIMIT 1)`;
}

/**
 * The wallets with holds for these orders, and the money that each has at least beyond full holds: rounding makes a run owe
 * at most a fen more than its time costs. If that is not negative, sums yield the holds and how long they last. It is ample
 * if all machines can run longer than the prediction reaches.
 */
const payers = sql`
    own AS MATERIALIZED (
      SELECT h.* FROM hold h JOIN chosen o ON o.id = h.order_id WHERE h.released_at IS NULL
    ),
    aside AS MATERIALIZED (
      SELECT w.account_id, orders.burn, w.balance - w.held - orders.lacking - run.most AS beyond
      FROM clock, wallet w
      CROSS JOIN LATERAL (
        SELECT sum(target - amount) AS lacking, sum(burn) AS burn
        FROM hold WHERE account_id = w.account_id AND released_at IS NULL AND order_id IS NOT NULL
      ) AS orders
      CROSS JOIN LATERAL (
        SELECT count(*) + COALESCE(sum(price::float8 * quantity / unit_seconds(unit) / 10000 * GREATEST(0, date_part('epoch',
          COALESCE(stopped_at, LEAST(clock.at, uncharged_from)) - charged_through))), 0) AS most
        FROM usage_segment WHERE account_id = w.account_id AND NOT is_settled AND price > 0
      ) AS run
      WHERE w.account_id IN (SELECT account_id FROM own)
    ),
    payer AS MATERIALIZED (
      SELECT account_id, beyond, beyond > ${FARTHEST_HOURS} * 3600 * aside.burn AS is_ample, running.burn
      FROM aside CROSS JOIN LATERAL (
        SELECT COALESCE(sum(h.burn), 0) AS burn FROM hold h
        WHERE beyond <= ${FARTHEST_HOURS} * 3600 * aside.burn
          AND h.account_id = aside.account_id AND released_at IS NULL AND order_id IN (
            SELECT order_id FROM usage_segment s
            WHERE s.account_id = aside.account_id AND NOT is_settled AND stopped_at IS NULL)
      ) AS running
    )`;

/**
 * The amount held for each order and how long it lasts. Holds of wallets with sufficient money are full; those of others are
 * what a settlement would leave. All running machines together use up the money beyond the holds.
 */
const funds = sql`
    scarce AS MATERIALIZED (
      SELECT array_agg(account_id) AS accounts FROM payer WHERE beyond < 0 HAVING count(*) > 0
    ),
    after AS MATERIALIZED (
      SELECT foreseen.* FROM scarce CROSS JOIN LATERAL holds_after(scarce.accounts, (
        SELECT array_agg((account_id, order_id, amount)::order_charge)
        FROM clock, accruals((SELECT scarce.accounts), clock.at)
      )) AS foreseen
    ),
    funds AS (
      SELECT own.order_id, own.burn, foreseen.held, CASE WHEN is_ample THEN ${FARTHEST_HOURS} * 3600 ELSE
        LEAST(foreseen.beyond / (payer.burn + CASE WHEN EXISTS (
            SELECT FROM usage_segment s WHERE s.order_id = own.order_id AND s.account_id = own.account_id AND stopped_at IS NULL
          ) THEN 0 ELSE own.burn END) + foreseen.held / own.burn, ${FARTHEST_HOURS} * 3600) END AS seconds
      FROM own JOIN payer USING (account_id) LEFT JOIN after USING (id)
      CROSS JOIN LATERAL (
        SELECT COALESCE(after.amount, target) AS held, COALESCE(after.beyond, payer.beyond) AS beyond
      ) AS foreseen
    )`;
