/** Lists of GPU reports: a customer's own, and those of all customers. */
import type { Page } from '@gpulease/contract/common';
import type { CustomerGpuReport, GpuReport } from '@gpulease/contract/gpu-reports';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import { containing } from '../lists/search.ts';
import { toCustomerReport, toReport } from './reports.ts';

const order = newestFirst('gpu_report');

export async function listGpuReports(
  database: Database,
  userId: string,
  query: Query<'listGpuReports'>,
): Promise<Page<GpuReport>> {
  let select = database.selectFrom('gpu_report').selectAll().where('user_id', '=', userId);
  if (query.name) select = select.where('workload', '=', query.name);
  if (query.status) select = select.where('status', '=', query.status);
  return mapPage(await selectPage(database, select, query, order), toReport);
}

export async function listAllGpuReports(
  database: Database,
  query: Query<'listAllGpuReports'>,
): Promise<Page<CustomerGpuReport>> {
  let select = database
    .selectFrom('gpu_report')
    .innerJoin('user_account', 'user_account.id', 'gpu_report.user_id')
    .selectAll('gpu_report')
    .select('user_account.username');
  if (query.node) select = select.where('gpu_report.node', '=', query.node);
  if (query.status) select = select.where('gpu_report.status', '=', query.status);
  if (query.search) {
    const pattern = containing(query.search);
    select = select.where(
      sql<boolean>`(username ILIKE ${pattern} OR workload ILIKE ${pattern} OR node ILIKE ${pattern})`,
    );
  }
  return mapPage(await selectPage(database, select, query, order), toCustomerReport);
}

/** Counts unanswered reports. */
export async function countOpenReports(database: Database): Promise<number> {
  const { open } = await database
    .selectFrom('gpu_report')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return open;
}
