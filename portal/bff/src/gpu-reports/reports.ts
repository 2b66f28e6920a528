/** Customers' reports of GPUs that do not work, from the report to its answer. */
import { answersToGpuReport, gpuReportStatuses } from '@gpulease/contract/enums';
import type { CustomerGpuReport, GpuReport } from '@gpulease/contract/gpu-reports';
import type { Body } from '@gpulease/contract/routes';
import type { Workload } from '@gpulease/crds';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database, Row } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { notify } from '../notices/notify.ts';
import { mustFind, type WorkloadName, type WorkloadReader } from '../workloads/lists.ts';
import { statusOf } from '../workloads/state.ts';

/** Throws ILLEGAL_TRANSITION unless the machine runs with a GPU, and GPU_REPORTED while an earlier report of it is open. */
export async function reportGpu(
  reader: Pick<WorkloadReader, 'database' | 'workloads'>,
  which: WorkloadName,
  { fault, details }: Body<'reportGpu'>,
): Promise<GpuReport> {
  const { workload, userId } = await mustFind(reader, which);
  const place = placeOf(workload);
  if (place === undefined) throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  const { name, uid } = workload.metadata;
  const { rows } = await sql<Row<'gpu_report'>>`
    INSERT INTO gpu_report (user_id, workload, workload_uid, region, node, gpu, fault, details, created_at)
    VALUES (${userId}, ${name}, ${uid}, ${place.region}, ${place.node}, ${place.gpu}, ${fault}, ${details}, billing_clock())
    ON CONFLICT (workload_uid) WHERE status = 'OPEN' DO NOTHING
    RETURNING *`.execute(reader.database);
  const [row] = rows;
  if (!row) throw new ProductError('REQUEST_FAILED', { reason: 'GPU_REPORTED' });
  return toReport(row);
}

/** Where the GPUs of a running machine are. */
function placeOf(workload: Workload): Pick<CustomerGpuReport, 'region' | 'node' | 'gpu'> | undefined {
  const { spec, status } = workload;
  const gpu = status?.resources?.gpu?.model;
  const node = status?.placed?.node;
  if (statusOf(workload) !== 'RUNNING' || gpu === undefined || node === undefined) return undefined;
  return { region: spec.region, node, gpu };
}

/** Answers a report and tells its customer. Throws RESOURCE_NOT_FOUND, and ILLEGAL_TRANSITION where it is answered already. */
export async function answerGpuReport(
  database: Database,
  id: string,
  { status, reason, by }: Body<'answerGpuReport'> & { readonly by: string },
): Promise<CustomerGpuReport> {
  const before = gpuReportStatuses.filter((one) => answersToGpuReport[one].includes(status));
  return withTransaction(database, async (transaction) => {
    const { rows } = await sql<Row<'gpu_report'>>`
      UPDATE gpu_report SET status = ${status}, answer = ${reason}, answered_by = ${by}, answered_at = billing_clock()
      WHERE id = ${id}::bigint AND status = ANY(${before})
      RETURNING *`.execute(transaction);
    const [row] = rows;
    if (!row) throw await whyNot(transaction, id);
    await notify(transaction, {
      userId: row.user_id,
      kind: `GPU_REPORT_${status}`,
      key: `GPU_REPORT_${status}/${id}`,
      subject: `gpu-report/${id}`,
      workload: row.workload,
      why: reason,
    });
    const { username } = await transaction
      .selectFrom('user_account')
      .select('username')
      .where('id', '=', row.user_id)
      .executeTakeFirstOrThrow();
    return toCustomerReport({ ...row, username });
  });
}

async function whyNot(database: Pick<Database, 'selectFrom'>, id: string): Promise<ProductError> {
  const row = await database
    .selectFrom('gpu_report')
    .select('id')
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  return row
    ? new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' })
    : new ProductError('RESOURCE_NOT_FOUND');
}

export function toReport(row: Row<'gpu_report'>): GpuReport {
  return {
    id: String(row.id),
    name: row.workload,
    fault: row.fault,
    details: row.details,
    status: row.status,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

export function toCustomerReport(row: Row<'gpu_report'> & { readonly username: string }): CustomerGpuReport {
  const { username, region, node, gpu, answered_by } = row;
  return { ...toReport(row), user: username, region, node, gpu, answeredBy: answered_by };
}
