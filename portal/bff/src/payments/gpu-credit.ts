/** Credits for broken GPUs that customers reported: the cost of the machine from the report to its confirmation. */
import { formatAmount, least, type Fen } from '@gpulease/contract/money';
import { soonest } from '@gpulease/kube';
import { sql } from 'kysely';
import { latest } from '../clock.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { wentOnAt } from '../metering/run-at.ts';
import { settle } from '../metering/settlement.ts';
import { notify } from '../notices/notify.ts';
import { bookAdjustment, type BookedAdjustment } from './adjustments.ts';
import { askAdjustment, needsSecond } from './approvals/ask.ts';
import { paidWithin, type PaidPeriod } from './paid-within.ts';

type Report = Row<'gpu_report'>;

type CreditedBy = Pick<BookedAdjustment, 'actor' | 'reason'>;

/** Credits a confirmed report, or requests a second operator above the limit. Returns the report with its credit. */
export async function creditReport(
  transaction: Transaction,
  report: Report,
  by: CreditedBy & { readonly limit: Fen | undefined },
): Promise<Report> {
  const { id, user_id: userId } = report;
  const credit = await creditNow(transaction, report);
  if (credit === 0n) return report;
  await transaction.updateTable('gpu_report').set({ credit }).where('id', '=', id).execute();
  if (!needsSecond(credit, by.limit)) return bookCredit(transaction, id, { ...by, key: `gpu-report:${id}` });
  await askAdjustment(transaction, { userId, amount: formatAmount(credit), ...by }, id);
  return { ...report, credit };
}

/** Books the promised credit and notifies the customer. The key makes retries the same posting. */
export async function bookCredit(
  transaction: Transaction,
  reportId: bigint,
  by: CreditedBy & Pick<BookedAdjustment, 'key'>,
): Promise<Report> {
  const report = await transaction
    .updateTable('gpu_report')
    .set({ credited_at: await billingClock(transaction) })
    .where('id', '=', reportId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { user_id: userId, workload, credit } = report;
  if (credit === null) throw new Error(`The report ${reportId} has no credit.`);
  const run = await reportedRun(transaction, report);
  await bookAdjustment(transaction, { userId, amount: credit, orderId: run?.order_id, ...by });
  const about = { key: `GPU_CREDITED/${reportId}`, subject: `gpu-credit/${reportId}`, workload };
  await notify(transaction, { ...about, kind: 'GPU_CREDITED', userId, amount: credit });
  return report;
}

/** Withdraws a promised credit that the second operator did not approve. */
export async function dropCredit(transaction: Transaction, reportId: bigint): Promise<void> {
  await transaction.updateTable('gpu_report').set({ credit: null }).where('id', '=', reportId).execute();
}

/** Returns what the reported run has cost since the report, in fen, until now or its earlier end. Settles the wallet. */
export async function creditNow(transaction: Transaction, report: Report): Promise<Fen> {
  const { at } = await settle(transaction, [walletOf(report.user_id)]);
  const run = await reportedRun(transaction, report);
  if (!run) return 0n;
  const to = soonest(at, run.stopped_at ?? at, run.cancelled_at ?? at);
  const window = { from: latest(report.created_at, run.started_at), to };
  if (run.mode !== 'RESERVED')
    return notNegative(paidWithin(await linesOf(transaction, run, window), window));
  return least(paidWithin(termOf(run), window), notNegative(await remainingCredit(transaction, run, report)));
}

function notNegative(amount: Fen): Fen {
  return amount > 0n ? amount : 0n;
}

type ReportedRun = Pick<
  Row<'usage_segment'>,
  'id' | 'order_id' | 'account_id' | 'started_at' | 'stopped_at'
> &
  Pick<
    Row<'workload_order'>,
    'mode' | 'term_start' | 'term_end' | 'term_charge' | 'term_credited' | 'cancelled_at'
  >;

/** Returns the run of the machine at the time of the report; the next run may have other GPUs. */
async function reportedRun(transaction: Transaction, report: Report): Promise<ReportedRun | undefined> {
  const { rows } = await sql<ReportedRun>`
    SELECT s.id, s.order_id, s.account_id, s.started_at, s.stopped_at,
      o.mode, o.term_start, o.term_end, o.term_charge, o.term_credited, o.cancelled_at
    FROM usage_segment s JOIN workload_order o ON o.id = s.order_id
    WHERE s.workload_uid = ${report.workload_uid} AND ${wentOnAt(sql`${report.created_at}`)}
    ORDER BY s.started_at DESC LIMIT 1`.execute(transaction);
  return rows[0];
}

/** Returns what the wallet paid for the run in the window; lines are at most an hour long. Write-offs were not paid. */
async function linesOf(
  transaction: Transaction,
  { id, account_id }: ReportedRun,
  { from, to }: Pick<PaidPeriod, 'from' | 'to'>,
): Promise<PaidPeriod[]> {
  const { rows } = await sql<PaidPeriod>`
    SELECT l.started_at AS from, l.ended_at AS to, -e.amount AS amount
    FROM usage_line l JOIN ledger_entry e ON e.transaction_id = l.transaction_id AND e.account_id = ${account_id}
    WHERE l.segment_id = ${id} AND l.started_at > ${from}::timestamptz - interval '1 hour' AND l.started_at < ${to}
      AND l.ended_at > l.started_at`.execute(transaction);
  return rows;
}

function termOf({ term_start: from, term_end: to, term_charge: amount }: ReportedRun): PaidPeriod[] {
  return from === null || to === null || amount === null ? [] : [{ from, to, amount }];
}

/** Returns the part of a term's price not yet refunded for outages, earlier reports or cancellation. */
async function remainingCredit(transaction: Transaction, run: ReportedRun, report: Report): Promise<Fen> {
  const { rows } = await sql<{ credited: bigint }>`
    SELECT COALESCE(sum(credit), 0)::bigint AS credited FROM gpu_report
    WHERE workload_uid = ${report.workload_uid} AND id <> ${report.id}`.execute(transaction);
  return (run.term_charge ?? 0n) - run.term_credited - (rows[0]?.credited ?? 0n);
}
