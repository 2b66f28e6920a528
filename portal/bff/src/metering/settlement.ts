/** Charges runs for the time since they were last charged, in the caller's transaction: every second exactly once. */
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { failpoint } from '../database/failpoint.ts';
import { lockWallets } from '../ledger/wallets.ts';

export interface Settlement {
  /** The billing clock after the locks were taken. Open runs are charged up to it, or up to their spot notice. */
  readonly at: Date;
  /** Taken from wallets minus refunds, in fen. */
  readonly charged: bigint;
  /** Covered by neither hold nor balance, in fen. */
  readonly writtenOff: bigint;
}

/** Segments that may still owe something: open, or closed but not charged to their end. */
const unsettled = sql`NOT is_settled`;

/** Locks wallets, then segments, each by id; then reads the clock and writes one transaction per segment and hour. */
export async function settle(transaction: Transaction, accountIds: readonly string[]): Promise<Settlement> {
  await lockWallets(transaction, accountIds);
  await sql`SELECT FROM usage_segment WHERE account_id = ANY(${accountIds}) AND ${unsettled}
    ORDER BY id FOR UPDATE`.execute(transaction);
  failpoint('settlement.locked');
  const { rows } = await charge(accountIds).execute(transaction);
  failpoint('settlement.posted');
  const [settlement] = rows;
  if (!settlement) throw new Error('A settlement answers exactly one row.');
  return settlement;
}

/** A single statement, so that all of it sees one snapshot, taken under the locks. */
function charge(accountIds: readonly string[]) {
  return sql<Settlement>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    ${dueLines(accountIds)},
    ${paidLines(accountIds)},
    ${postings},
    ${cursors(accountIds)},
    ${balances(accountIds)}
    SELECT clock.at,
      (SELECT COALESCE(sum(taken), 0)::bigint FROM paid) AS charged,
      (SELECT COALESCE(sum(amount - taken), 0)::bigint FROM paid) AS "writtenOff"
    FROM clock`;
}

/**
 * `line`: what each stretch of a segment adds to what its order owes at this price, cut at every full hour; negative where
 * the segment was overcharged. All runs of an order at one price are rounded together, so that cutting the same time into
 * many runs changes nothing. A run of a reserved term costs nothing and is not cut: its cursor stays at its start, so each
 * settlement would otherwise cut up to a year into hours.
 */
function dueLines(accountIds: readonly string[]) {
  return sql`
    segment AS (
      SELECT s.*, s.stopped_at IS NULL AS is_open,
        COALESCE(s.stopped_at, GREATEST(s.charged_through, LEAST(clock.at, s.uncharged_from))) AS through,
        COALESCE(r.rated_ms, 0) AS rated_ms, COALESCE(r.amount, 0) AS booked, COALESCE(r.rounding, 0) AS rounding
      FROM clock, usage_segment s LEFT JOIN usage_rating r USING (order_id, price, unit)
      WHERE s.account_id = ANY(${accountIds}) AND ${unsettled}
    ),
    piece AS (
      SELECT s.id, hour AS ended_at FROM segment s, LATERAL generate_series(
        date_trunc('hour', s.charged_through, 'Asia/Shanghai') + interval '1 hour', s.through, interval '1 hour') AS hour
      WHERE hour < s.through AND s.price > 0
      UNION ALL
      SELECT id, through FROM segment
    ),
    stretch AS (
      SELECT s.*, piece.ended_at, lag(piece.ended_at, 1, s.charged_through) OVER pieces AS began_at
      FROM segment s JOIN piece USING (id) WINDOW pieces AS (PARTITION BY s.id ORDER BY piece.ended_at)
    ),
    rated AS (
      SELECT *, rounding + due(price, quantity, unit,
        (rated_ms + sum(elapsed_ms(began_at, ended_at)) OVER earlier)::bigint) AS owed
      FROM stretch WINDOW earlier AS (PARTITION BY order_id, price, unit ORDER BY is_open, id, ended_at)
    ),
    due_line AS (
      SELECT id AS segment_id, account_id, order_id, written_off, began_at AS started_at, ended_at,
        owed - lag(owed, 1, booked) OVER (PARTITION BY order_id, price, unit ORDER BY is_open, id, ended_at) AS amount
      FROM rated
    ),
    line AS (SELECT *, GREATEST(amount, 0) AS cost FROM due_line WHERE amount <> 0)`;
}

/**
 * `paid`: who pays each line, in order: first the order's hold, then the available balance; the rest is written off. A
 * credit first reverses the write-off of that run. `taken` is what leaves the wallet. Wallets and holds are filtered by
 * account, or the planner would read whole tables when it expects many lines.
 */
function paidLines(accountIds: readonly string[]) {
  return sql`
    payer AS (SELECT * FROM wallet WHERE account_id = ANY(${accountIds})),
    reserve AS (SELECT * FROM hold WHERE account_id = ANY(${accountIds}) AND released_at IS NULL),
    from_hold AS (
      SELECT line.*, w.balance, w.held, w.sequence,
        LEAST(COALESCE(h.amount, 0), sum(cost) OVER earlier)
          - LEAST(COALESCE(h.amount, 0), sum(cost) OVER earlier - cost) AS drawn
      FROM line JOIN payer w USING (account_id) LEFT JOIN reserve h ON h.order_id = line.order_id
      WINDOW earlier AS (PARTITION BY line.order_id ORDER BY segment_id, ended_at)
    ),
    from_balance AS (
      SELECT *, CASE
        WHEN amount < 0 THEN amount + LEAST(-amount, written_off)
        ELSE drawn + LEAST(balance - held, sum(cost - drawn) OVER earlier)
                   - LEAST(balance - held, sum(cost - drawn) OVER earlier - (cost - drawn))
        END::bigint AS taken
      FROM from_hold
      WINDOW earlier AS (PARTITION BY account_id ORDER BY segment_id, ended_at)
    ),
    paid AS (
      SELECT *, CASE WHEN amount < 0 THEN 'USAGE_CREDIT' ELSE 'USAGE' END AS kind,
        balance - sum(taken) OVER earlier AS balance_after,
        sequence + count(*) FILTER (WHERE taken <> 0) OVER earlier AS entry_sequence
      FROM from_balance
      WINDOW earlier AS (PARTITION BY account_id ORDER BY segment_id, ended_at)
    )`;
}

/** One transaction per line: wallet and write-off to revenue. The key contains the segment and the end of the stretch. */
const postings = sql`
    keyed AS (
      SELECT paid.*, lower(kind) || ':' || segment_id || ':' || elapsed_ms('epoch', ended_at) AS key FROM paid
    ),
    posted AS (
      INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at, order_id, corrects)
      SELECT kind, key, sha256(convert_to(key || ':' || amount, 'UTF8')), clock.at, order_id,
        CASE WHEN amount < 0 THEN
          (SELECT max(transaction_id) FROM usage_line u WHERE u.segment_id = keyed.segment_id) END
      FROM keyed, clock
      RETURNING id, idempotency_key
    ),
    booked AS (SELECT posted.id AS transaction_id, keyed.* FROM keyed JOIN posted ON idempotency_key = key),
    entries AS (
      INSERT INTO ledger_entry (transaction_id, account_id, amount, balance_after, sequence)
      SELECT transaction_id, account_id, -taken, balance_after, entry_sequence FROM booked WHERE taken <> 0
      UNION ALL
      SELECT transaction_id, 'write-off', taken - amount, NULL, NULL FROM booked WHERE amount <> taken
      UNION ALL
      SELECT transaction_id, 'usage-revenue', amount, NULL, NULL FROM booked
    ),
    lines AS (
      INSERT INTO usage_line (transaction_id, segment_id, started_at, ended_at)
      SELECT transaction_id, segment_id, LEAST(started_at, ended_at), GREATEST(started_at, ended_at) FROM booked
    )`;

/** Advances cursors. An open segment that owes nothing more keeps its cursor, so that its lines have no gap. */
function cursors(accountIds: readonly string[]) {
  return sql`
    total AS (
      SELECT segment_id, sum(GREATEST(taken, 0)) AS charged, sum(GREATEST(-taken, 0)) AS credited,
        sum(amount - taken) AS written_off, sum(amount) AS amount
      FROM paid GROUP BY segment_id
    ),
    moved AS (
      SELECT segment.*, total.charged AS more_charged, total.credited AS more_credited,
        total.written_off AS more_written_off, COALESCE(total.amount, 0) AS amount
      FROM segment LEFT JOIN total ON total.segment_id = segment.id
      WHERE total.segment_id IS NOT NULL OR NOT is_open
    ),
    advanced AS (
      UPDATE usage_segment s
      SET charged_through = moved.through,
        charged = s.charged + COALESCE(more_charged, 0),
        credited = s.credited + COALESCE(more_credited, 0),
        written_off = s.written_off + COALESCE(more_written_off, 0)
      FROM moved WHERE s.id = moved.id AND s.account_id = ANY(${accountIds})
    ),
    ratings AS (
      INSERT INTO usage_rating (order_id, price, unit, quantity, rated_ms, amount)
      SELECT order_id, price, unit, quantity, rated_ms + sum(elapsed_ms(charged_through, through)), booked + sum(amount)
      FROM moved GROUP BY order_id, price, unit, quantity, rated_ms, booked
      ON CONFLICT (order_id, price, unit) DO UPDATE SET rated_ms = excluded.rated_ms, amount = excluded.amount
    )`;
}

/** Charges the wallets, then refills the holds of their orders from what is left. */
function balances(accountIds: readonly string[]) {
  return sql`
    after AS MATERIALIZED (
      SELECT foreseen.* FROM holds_after(${accountIds}, (
        SELECT array_agg((account_id, order_id, CASE WHEN amount < 0 THEN taken ELSE cost END)::order_charge) FROM paid
      )) AS foreseen
    ),
    holds AS (
      UPDATE hold SET amount = after.amount FROM after WHERE hold.id = after.id AND change <> 0
    ),
    wallets AS (
      UPDATE wallet w
      SET balance = w.balance - COALESCE(spent.taken, 0), sequence = w.sequence + COALESCE(spent.entries, 0),
        held = w.held + COALESCE(aside.change, 0)
      FROM payer
        LEFT JOIN (SELECT account_id, sum(taken) AS taken, count(*) FILTER (WHERE taken <> 0) AS entries
          FROM paid GROUP BY account_id) AS spent USING (account_id)
        LEFT JOIN (SELECT account_id, sum(change) AS change FROM after GROUP BY account_id) AS aside USING (account_id)
      WHERE w.account_id = payer.account_id
    )`;
}
