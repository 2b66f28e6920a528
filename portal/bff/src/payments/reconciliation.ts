/** Compares our books with the providers' bills of the previous day, every day. */
import type { Reconciliation } from '@gpulease/contract/reconciliation';
import type { Page } from '@gpulease/contract/common';
import type { Query } from '@gpulease/contract/routes';
import type { Fen } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { errorText } from '../jobs/due-rows.ts';
import { checkRecharge } from './check-recharge.ts';
import { compareBill, refundsIn, type Booked } from './compare-bill.ts';
import { bookReportedRefund } from './foreign-refund.ts';
import type { BillLine } from './payment-provider.ts';
import { providerOf, type Providers, type RechargeMethod } from './providers.ts';

interface Options {
  readonly database: Database;
  readonly providers: Providers;
  readonly log: Logger;
}

/** How many days back are still compared after the worker was down. */
const DAYS_BACK = 7;

/** Days for which earlier bills are searched for a refund; refunds to bank cards take some days. */
const REFUND_DAYS = 15;

/** Compares the oldest day that has a bill and is not compared yet. A failed comparison is retried after ten minutes. */
export async function reconcileDue(options: Options, method: RechargeMethod): Promise<void> {
  const { bill } = providerOf(options.providers, method);
  const day = bill && (await claimDay(options.database, method));
  if (!bill || day === undefined) return;
  try {
    await reconcileDay(options, { method, day, lines: await bill(day), bill });
  } catch (error) {
    options.log.warn({ err: error, method, day }, 'Could not reconcile a bill, will retry');
    await sql`UPDATE payment_reconciliation SET last_error = ${errorText(error)}
      WHERE method = ${method} AND day = ${day}::date`.execute(options.database);
  }
}

interface Bill {
  readonly method: RechargeMethod;
  readonly day: string;
  readonly lines: readonly BillLine[];
  /** Fetches the bill of another day. */
  readonly bill: (day: string) => Promise<readonly BillLine[]>;
}

async function reconcileDay(options: Options, theBill: Bill): Promise<void> {
  const { database, log } = options;
  const { method, day, lines } = theBill;
  const before = await readBooked(database, method, { day, lines });
  await catchUp(options, method, { lines, booked: before });
  const payments = (await readBooked(database, method, { day, lines })).payments;
  const refundedByThen = await refundsDue(database, theBill);
  const differences = compareBill(lines, { ...before, payments, refundedByThen });
  if (differences.length > 0)
    log.error({ method, day, differences }, 'The books differ from the bill of the payment provider');
  await sql`
    UPDATE payment_reconciliation
    SET next_check_at = NULL, last_error = NULL, finished_at = billing_clock(), differences = ${JSON.stringify(differences)},
      payments = ${lines.filter(({ kind }) => kind === 'PAYMENT').length},
      refunds = ${lines.filter(({ kind }) => kind === 'REFUND').length}
    WHERE method = ${method} AND day = ${day}::date`.execute(database);
}

type Known = Omit<Booked, 'refundedByThen'>;

/** Returns refunds completed on the bill's day that neither it nor an earlier bill, back to the day of the request, contains. */
async function refundsDue(database: Database, { method, day, lines, bill }: Bill) {
  const billed = refundsIn(lines);
  const { rows } = await sql<{ id: string; amount: Fen; daysBefore: readonly string[] }>`
    SELECT id, amount, ARRAY(
      SELECT asked::date::text FROM generate_series(
        GREATEST((created_at AT TIME ZONE 'Asia/Shanghai')::date, ${day}::date - ${REFUND_DAYS}::int), ${day}::date - 1,
        interval '1 day') AS asked) AS "daysBefore"
    FROM refund WHERE method = ${method} AND status = 'SUCCEEDED' AND source <> 'PROVIDER'
      AND finished_at >= ${day}::date::timestamp AT TIME ZONE 'Asia/Shanghai'
      AND finished_at < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'`.execute(database);
  const unseen = rows.filter(({ id }) => !billed.has(id));
  const earlier = new Set<string>();
  for (const before of new Set(unseen.flatMap(({ daysBefore }) => daysBefore)))
    for (const id of refundsIn(await bill(before))) earlier.add(id);
  return new Map(unseen.filter(({ id }) => !earlier.has(id)).map(({ id, amount }) => [id, amount]));
}

/** Credits payments that we never heard of or have lost, and books refunds that were made without us or after we abandoned them. */
async function catchUp(
  { database, providers, log }: Options,
  method: RechargeMethod,
  { lines, booked }: { readonly lines: readonly BillLine[]; readonly booked: Known },
): Promise<void> {
  await addLost(database, method, lines);
  const known = await knownRecharges(database, lines);
  for (const line of lines.filter(({ outTradeNo }) => known.has(outTradeNo))) {
    const { outTradeNo: id } = line;
    if (line.kind === 'PAYMENT' && !booked.payments.has(id)) {
      await checkRecharge(database, providers, { id, method });
    } else if (line.kind === 'REFUND' && line.isDone && !booked.refunds.has(line.outRefundNo)) {
      await bookReportedRefund({ database, log }, { method, ...line }, { state: 'SUCCESS' });
    }
  }
}

/** Restores recharges that are missing because the database was restored from a backup; the bill contains their users. */
async function addLost(database: Database, method: RechargeMethod, lines: readonly BillLine[]) {
  const paid = lines.filter((line) => line.kind === 'PAYMENT');
  await sql`
    INSERT INTO recharge (id, user_id, account_id, method, amount, payment_amount, created_at, expires_at, next_check_at)
    SELECT paid.id, w.user_id, w.account_id, ${method}, paid.amount, paid.amount, clock.at, clock.at, clock.at
    FROM unnest(${paid.map((line) => line.outTradeNo)}::text[], ${paid.map((line) => line.userId)}::text[],
      ${paid.map((line) => line.amount)}::bigint[]) AS paid (id, user_id, amount)
    JOIN wallet w USING (user_id), (SELECT billing_clock() AS at) AS clock
    ON CONFLICT DO NOTHING`.execute(database);
}

async function knownRecharges(database: Database, lines: readonly BillLine[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM recharge WHERE id = ANY(${lines.map(({ outTradeNo }) => outTradeNo)})`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

async function readBooked(
  database: Database,
  method: RechargeMethod,
  { day, lines }: Pick<Bill, 'day' | 'lines'>,
): Promise<Known> {
  const paid = await sql<{ id: string; amount: bigint; isThatDay: boolean }>`
    SELECT id, received_amount AS amount, (paid_at AT TIME ZONE 'Asia/Shanghai')::date = ${day}::date AS "isThatDay"
    FROM recharge WHERE method = ${method} AND paid_at IS NOT NULL AND (id = ANY(${lines.map((l) => l.outTradeNo)})
      OR (paid_at >= ${day}::date::timestamp AT TIME ZONE 'Asia/Shanghai'
        AND paid_at < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'))`.execute(database);
  // An abandoned refund counts as booked unless the provider has paid it.
  const done = lines.flatMap((line) => (line.kind === 'REFUND' && line.isDone ? [line.outRefundNo] : []));
  const refunds = await sql<{ id: string; amount: bigint }>`
    SELECT id, amount FROM refund WHERE method = ${method} AND recharge_id = ANY(${lines.map((l) => l.outTradeNo)})
      AND (status <> 'FAILED' OR id <> ALL(${done}))`.execute(database);
  return {
    payments: new Map(paid.rows.map(({ id, amount }) => [id, amount])),
    refunds: new Map(refunds.rows.map(({ id, amount }) => [id, amount])),
    paidThatDay: paid.rows.filter(({ isThatDay }) => isThatDay).map(({ id }) => id),
  };
}

/** Claims a due day of the last week whose bill is out (from 10:30 the next morning); undefined if there is none. */
async function claimDay(database: Database, method: RechargeMethod): Promise<string | undefined> {
  await sql`
    INSERT INTO payment_reconciliation (method, day, next_check_at)
    SELECT ${method}, ((billing_clock() AT TIME ZONE 'Asia/Shanghai') - interval '10 hours 30 minutes')::date - back,
      billing_clock()
    FROM generate_series(1, ${DAYS_BACK}::integer) AS back
    ON CONFLICT DO NOTHING`.execute(database);
  const { rows } = await sql<{ day: string }>`
    UPDATE payment_reconciliation SET checks = checks + 1, next_check_at = billing_clock() + interval '10 minutes'
    WHERE (method, day) IN (
      SELECT method, day FROM payment_reconciliation
      WHERE method = ${method} AND next_check_at <= billing_clock()
      ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING day::text`.execute(database);
  return rows[0]?.day;
}

/** Returns one page of the days on which books and bill differ, or of all days, newest first. */
export async function listReconciliations(
  database: Database,
  query: Query<'listReconciliations'>,
): Promise<Page<Reconciliation>> {
  const select = database
    .selectFrom('payment_reconciliation')
    .select(['method', 'payments', 'refunds', 'differences', 'finished_at'])
    .select(sql<string>`day::text`.as('date'))
    .where(query.days === 'ALL' ? sql<boolean>`true` : sql<boolean>`differences <> '[]'`);
  const page = await selectPage(database, select, query, {
    defaultSort: '-day',
    fields: { day: sql.ref('day') },
    unique: [sql.ref('method')],
  });
  return mapPage(page, ({ finished_at, date, ...row }) => ({
    ...row,
    day: date,
    finishedAt: finished_at?.toISOString() ?? null,
  }));
}
