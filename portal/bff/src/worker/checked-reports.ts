/** Confirms GPU reports that a check has proven, and records other findings for operators. */
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { noteCheck } from '../gpu-reports/answers.ts';
import { findingOf, type ReportedRun } from '../gpu-reports/check-finding.ts';
import { wentOnAt } from '../metering/run-at.ts';
import type { WorkerContext } from './context.ts';
import { inBatches } from './in-batches.ts';

interface OpenReport extends ReportedRun {
  readonly id: bigint;
  /** The ComputeNode on which the machine ran. */
  readonly node: string;
}

/** Processes all open reports without a finding. Any number of workers may do so concurrently. */
export async function processCheckedReports({
  database,
  catalogue,
  credits,
  log,
}: WorkerContext): Promise<void> {
  const found = (await openReports(database)).flatMap((report) => {
    const node = catalogue.nodes.store.get({ name: report.node });
    const finding = findingOf(node?.status?.devices, report);
    return finding ? { id: report.id, finding } : [];
  });
  await inBatches(found, {
    size: 1,
    work: async (batch) => {
      for (const { id, finding } of batch)
        await withTransaction(database, (transaction) => noteCheck(transaction, id, finding, credits));
    },
    onFailed: ({ id }, error) => log.error({ err: error, report: id }, 'Could not answer a GPU report'),
  });
}

/** Returns open reports, each with the run in which it was made. */
async function openReports(database: Database): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    SELECT DISTINCT ON (r.id) r.id, r.node, o.namespace || '/' || o.name AS machine, s.started_at AS "from", s.stopped_at AS "to"
    FROM gpu_report r JOIN workload_order o ON o.workload_uid = r.workload_uid
    JOIN usage_segment s ON s.order_id = o.id AND ${wentOnAt(sql`r.created_at`)}
    WHERE r.status = 'OPEN' AND r.checked_at IS NULL
    ORDER BY r.id, s.started_at DESC`.execute(database);
  return rows;
}
