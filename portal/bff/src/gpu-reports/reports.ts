/** Customers' reports of GPUs that do not work, from the report to its answer. */
import { answersToGpuReport } from '@gpulease/contract/enums';
import type { CustomerGpuReport, GpuReport } from '@gpulease/contract/gpu-reports';
import type { Body } from '@gpulease/contract/routes';
import { annotations, fieldManagers, workloads } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import { formatAmount, type Fen } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { notify } from '../notices/notify.ts';
import { usernameOf } from '../payments/adjustments.ts';
import { creditNow, creditReport } from '../payments/gpu-credit.ts';
import { mustFind, type WorkloadName, type WorkloadReader } from '../workloads/lists.ts';
import { statusOf } from '../workloads/state.ts';

export interface Reporting extends Pick<WorkloadReader, 'database' | 'workloads'> {
  readonly cluster: Cluster;
  readonly clock: Clock;
}

/**
 * Keeps the report for operators, and marks the Workload, whose GPUs are checked when it has left them where its region wants
 * that. Throws ILLEGAL_TRANSITION unless the machine runs with a GPU, and GPU_REPORTED while an earlier report of it is open.
 */
export async function reportGpu(
  reader: Reporting,
  which: WorkloadName,
  { fault, details }: Body<'reportGpu'>,
): Promise<GpuReport> {
  const { workload, userId } = await mustFind(reader, which);
  const place = placeOf(workload);
  if (place === undefined) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  const { name, uid } = workload.metadata;
  // Before it is kept: a mark without a report costs a check, but no report may be without its mark.
  await mark(reader, workload);
  const { rows } = await sql<Row<'gpu_report'>>`
    INSERT INTO gpu_report (user_id, workload, workload_uid, region, node, gpu, fault, details, created_at)
    VALUES (${userId}, ${name}, ${uid}, ${place.region}, ${place.node}, ${place.gpu}, ${fault}, ${details}, billing_clock())
    ON CONFLICT (workload_uid) WHERE status = 'OPEN' DO NOTHING
    RETURNING *`.execute(reader.database);
  const [row] = rows;
  if (!row) throw new ProductError('REQUEST_FAILED', { reason: 'GPU_REPORTED' });
  return toReport(row);
}

async function mark({ cluster, clock }: Reporting, { metadata: { namespace, name, uid } }: Workload) {
  const marked = { [annotations.gpuReportedAt]: clock.now().toISOString() };
  const options = { fieldManager: fieldManagers.portal };
  await cluster
    .resource(workloads)
    .mergePatch({ namespace, name }, { metadata: { uid, annotations: marked } }, options);
}

/** Where the GPUs of a running machine are. */
function placeOf(workload: Workload): Pick<CustomerGpuReport, 'region' | 'node' | 'gpu'> | undefined {
  const { spec, status } = workload;
  const gpu = status?.resources?.gpu?.model;
  const node = status?.placed?.node;
  if (statusOf(workload) !== 'RUNNING' || gpu === undefined || node === undefined) return undefined;
  return { region: spec.region, node, gpu };
}

/** Whether customers get credit for GPUs that were broken, and above how many fen a second operator approves it. */
export interface CreditPolicy {
  readonly creditsReports: boolean;
  readonly secondOperatorAbove: Fen | undefined;
}

interface Answering extends Body<'answerGpuReport'> {
  readonly by: string;
}

/**
 * Answers a report and tells its customer. The first answer, unless it finds no fault, credits the customer by the policy.
 * Throws RESOURCE_NOT_FOUND, and ILLEGAL_TRANSITION where it is answered already.
 */
export async function answerGpuReport(
  database: Database,
  id: string,
  { status, reason, by, credit }: Answering,
  { creditsReports, secondOperatorAbove: limit }: CreditPolicy,
): Promise<CustomerGpuReport> {
  return withTransaction(database, async (transaction) => {
    const before = await lockReport(transaction, id);
    if (!answersToGpuReport[before.status].includes(status))
      throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
    const answered = await transaction
      .updateTable('gpu_report')
      .set({ status, answer: reason, answered_by: by, answered_at: sql<Date>`billing_clock()` })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(transaction, {
      userId: answered.user_id,
      kind: `GPU_REPORT_${status}`,
      key: `GPU_REPORT_${status}/${id}`,
      subject: `gpu-report/${id}`,
      workload: answered.workload,
      why: reason,
    });
    const isProof = before.status === 'OPEN' && status !== 'DISMISSED';
    const report =
      isProof && credit && creditsReports
        ? await creditReport(transaction, answered, { actor: by, reason, limit })
        : answered;
    return toCustomerReport({ ...report, username: await usernameOf(transaction, report.user_id) });
  });
}

/** What confirming an open report now would give back, in yuan; null where the platform gives no credit. */
export async function previewCredit(
  database: Database,
  id: string,
  { creditsReports }: CreditPolicy,
): Promise<string | null> {
  return withTransaction(database, async (transaction) => {
    const report = await lockReport(transaction, id);
    if (!creditsReports || report.status !== 'OPEN') return null;
    return formatAmount(await creditNow(transaction, report));
  });
}

async function lockReport(transaction: Transaction, id: string): Promise<Row<'gpu_report'>> {
  const report = await transaction
    .selectFrom('gpu_report')
    .selectAll()
    .where('id', '=', BigInt(id))
    .forUpdate()
    .executeTakeFirst();
  if (!report) throw new ProductError('RESOURCE_NOT_FOUND');
  return report;
}

export function toReport(row: Row<'gpu_report'>): GpuReport {
  return {
    id: String(row.id),
    name: row.workload,
    fault: row.fault,
    details: row.details,
    status: row.status,
    answer: row.answer,
    credit: row.credit === null ? null : formatAmount(row.credit),
    creditedAt: row.credited_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

export function toCustomerReport(row: Row<'gpu_report'> & { readonly username: string }): CustomerGpuReport {
  const { username, region, node, gpu, answered_by } = row;
  return { ...toReport(row), user: username, region, node, gpu, answeredBy: answered_by };
}
