/** Answers to customers' GPU reports: an operator's, or the platform's if a check has proven the fault. */
import { answersToGpuReport, type GpuReportAnswer } from '@gpulease/contract/enums';
import type { CustomerGpuReport } from '@gpulease/contract/gpu-reports';
import { formatAmount, type Fen } from '@gpulease/contract/money';
import type { Body } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { notFound } from '../http/not-found.ts';
import { ProductError } from '../http/product-error.ts';
import { billingClock } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { usernameOf } from '../payments/adjustments.ts';
import { creditNow, creditReport } from '../payments/gpu-credit.ts';
import type { CheckFinding } from './check-finding.ts';
import { toCustomerReport } from './reports.ts';

/** Whether customers get credit for broken GPUs, and above how many fen a second operator must approve it. */
export interface CreditPolicy {
  readonly creditsReports: boolean;
  readonly secondOperatorAbove: Fen | undefined;
}

/**
 * Answers a report and notifies its customer. The first answer, unless it dismisses the report, credits the customer by
 * the policy. Throws RESOURCE_NOT_FOUND, and ILLEGAL_TRANSITION if already answered.
 */
export async function answerGpuReport(
  database: Database,
  id: string,
  { status, reason, by, credit }: Body<'answerGpuReport'> & { readonly by: string },
  { creditsReports, secondOperatorAbove: limit }: CreditPolicy,
): Promise<CustomerGpuReport> {
  return withTransaction(database, async (transaction) => {
    const before = await lockReport(transaction, BigInt(id));
    if (!answersToGpuReport[before.status].includes(status))
      throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
    const answered = await write(transaction, before.id, { status, answer: reason, answered_by: by });
    const isProof = before.status === 'OPEN' && status !== 'DISMISSED';
    const report =
      isProof && credit && creditsReports
        ? await creditReport(transaction, answered, { actor: by, reason, limit })
        : answered;
    return toCustomerReport({ ...report, username: await usernameOf(transaction, report.user_id) });
  });
}

/** Records a check's finding once, if the report is unanswered; a failed GPU confirms the report as an operator would. */
export async function noteCheck(
  transaction: Transaction,
  id: bigint,
  { at: checked_at, failedDevice: failed_device }: CheckFinding,
  policy: CreditPolicy,
): Promise<void> {
  const { status, checked_at: notedAt } = await lockReport(transaction, id);
  if (status !== 'OPEN' || notedAt !== null) return;
  await transaction
    .updateTable('gpu_report')
    .set({ checked_at, failed_device })
    .where('id', '=', id)
    .execute();
  if (failed_device !== null) await confirmChecked(transaction, id, failed_device, policy);
}

async function confirmChecked(
  transaction: Transaction,
  id: bigint,
  device: string,
  { creditsReports, secondOperatorAbove: limit }: CreditPolicy,
): Promise<void> {
  const status = 'CONFIRMED';
  const answered = await write(transaction, id, { status, answer: null, answered_by: null });
  const { credit, workload, user_id } = creditsReports
    ? await creditReport(transaction, answered, { actor: null, reason: `CheckFailed ${device}`, limit })
    : answered;
  await audit(transaction, 'ANSWER_GPU_REPORT', {
    ...{ at: await billingClock(transaction), actor: null },
    subject: `${await usernameOf(transaction, user_id)}/${workload}`,
    details: { status, failedDevice: device, ...(credit !== null && { amount: formatAmount(credit) }) },
  });
}

/** Returns the credit for confirming an open report now, in yuan; null if it is answered or the platform gives no credit. */
export function previewCredit(database: Database, id: string, { creditsReports }: CreditPolicy) {
  return withTransaction(database, async (transaction) => {
    const report = await lockReport(transaction, BigInt(id));
    if (!creditsReports || report.status !== 'OPEN') return null;
    return formatAmount(await creditNow(transaction, report));
  });
}

function lockReport(transaction: Transaction, id: bigint): Promise<Row<'gpu_report'>> {
  const reports = transaction.selectFrom('gpu_report').selectAll().where('id', '=', id);
  return reports.forUpdate().executeTakeFirstOrThrow(notFound);
}

type Written = Pick<Row<'gpu_report'>, 'answer' | 'answered_by'> & { readonly status: GpuReportAnswer };

/** Writes the answer and notifies the customer. */
async function write(transaction: Transaction, id: bigint, answer: Written): Promise<Row<'gpu_report'>> {
  const answered = await transaction
    .updateTable('gpu_report')
    .set({ ...answer, answered_at: sql<Date>`billing_clock()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { user_id: userId, workload, answer: why } = answered;
  const kind = why === null ? 'GPU_REPORT_PROVEN' : (`GPU_REPORT_${answer.status}` as const);
  await notify(transaction, {
    ...{ userId, kind, key: `${kind}/${id}`, subject: `gpu-report/${id}`, workload },
    ...(why !== null && { why }),
  });
  return answered;
}
