/** Customers' reports of broken GPUs. */
import type { CustomerGpuReport, GpuReport } from '@gpulease/contract/gpu-reports';
import type { Body } from '@gpulease/contract/routes';
import { annotations, fieldManagers, workloads } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import { formatAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Row } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { mustFind, type WorkloadName, type WorkloadReader } from '../workloads/lists.ts';
import { statusOf } from '../workloads/state.ts';

export interface Reporting extends Pick<WorkloadReader, 'database' | 'workloads'> {
  readonly cluster: Cluster;
  readonly clock: Clock;
}

/**
 * Stores the report for operators and marks the Workload, so that its GPUs are checked after it leaves them if its region enables
 * checks. Throws ILLEGAL_TRANSITION unless the machine runs with a GPU, and GPU_REPORTED while an earlier report of it is open.
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
  // Mark first: a mark without a report only costs a check, but every report needs its mark.
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
  const change = { metadata: { uid, annotations: marked } };
  const options = { fieldManager: fieldManagers.portal };
  await cluster.resource(workloads).mergePatch({ namespace, name }, change, options);
}

/** Returns where the GPUs of a running machine are. */
function placeOf(workload: Workload): Pick<CustomerGpuReport, 'region' | 'node' | 'gpu'> | undefined {
  const { spec, status } = workload;
  const gpu = status?.resources?.gpu?.model;
  const node = status?.placed?.node;
  if (statusOf(workload) !== 'RUNNING' || gpu === undefined || node === undefined) return undefined;
  return { region: spec.region, node, gpu };
}

export function toReport(row: Row<'gpu_report'>): GpuReport {
  return {
    id: String(row.id),
    name: row.workload,
    fault: row.fault,
    details: row.details,
    status: row.status,
    answer: row.answer,
    check: checkOf(row),
    credit: row.credit === null ? null : formatAmount(row.credit),
    creditedAt: row.credited_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

export function toCustomerReport(row: Row<'gpu_report'> & { readonly username: string }): CustomerGpuReport {
  const { username, region, node, gpu, answered_by, failed_device } = row;
  const place = { region, node, gpu, failedDevice: failed_device };
  return { ...toReport(row), ...place, user: username, answeredBy: answered_by };
}

function checkOf({ checked_at, failed_device }: Row<'gpu_report'>): GpuReport['check'] {
  if (checked_at === null) return null;
  return { result: failed_device === null ? 'PASSED' : 'FAILED', at: checked_at.toISOString() };
}
