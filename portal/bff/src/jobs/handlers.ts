/** Pending and failed jobs of all tables, from the view `job`. */
import type { Job } from '@gpulease/contract/jobs';
import type { Page } from '@gpulease/contract/common';
import type { JobStatus } from '@gpulease/contract/enums';
import type { jobOperations } from '@gpulease/contract/operations/jobs';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import type { Handlers } from '../http/handler.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import { containing } from '../lists/search.ts';
import { orLatest } from '../lists/sorting.ts';
import type { Database, Row } from '../database/schema.ts';
import { retryJob } from './retry.ts';

/** Lets operators list and retry jobs. */
export function jobHandlers(database: Database): Handlers<typeof jobOperations> {
  return {
    listJobs: ({ query }) => listJobs(database, query),
    retryJob: ({ params }) => retryJob(database, params.id),
  };
}

const isIn: Readonly<Record<JobStatus, RawBuilder<boolean>>> = {
  WAITING: sql`job.next_attempt_at IS NOT NULL AND job.last_error IS NULL`,
  FAILING: sql`job.next_attempt_at IS NOT NULL AND job.last_error IS NOT NULL`,
  GIVEN_UP: sql`job.next_attempt_at IS NULL`,
};

/** Returns a page of jobs, those with the earliest next try first. */
async function listJobs(database: Database, query: Query<'listJobs'>): Promise<Page<Job>> {
  let select = database
    .selectFrom('job')
    .leftJoin('user_account', 'user_account.id', 'job.user_id')
    .selectAll('job')
    .select('user_account.username');
  if (query.name) select = select.where('job.name', '=', query.name);
  if (query.status) select = select.where(isIn[query.status]);
  if (query.search) {
    const pattern = containing(query.search);
    select = select.where(
      sql<boolean>`(job.id ILIKE ${pattern} OR subject ILIKE ${pattern} OR username ILIKE ${pattern} OR last_error ILIKE ${pattern})`,
    );
  }
  const page = await selectPage(database, select, query, {
    defaultSort: 'nextAttemptAt',
    fields: { nextAttemptAt: orLatest(sql.ref('job.next_attempt_at')), attempts: sql.ref('job.attempts') },
    unique: [sql.ref('job.id')],
  });
  return mapPage(page, toJob);
}

function toJob(row: Row<'job'> & { readonly username: string | null }): Job {
  return {
    id: row.id,
    name: row.name,
    status: statusOf(row),
    subject: row.subject,
    user: row.username,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastError: row.last_error,
  };
}

function statusOf({ next_attempt_at: next, last_error: error }: Row<'job'>): JobStatus {
  if (next === null) return 'GIVEN_UP';
  return error === null ? 'WAITING' : 'FAILING';
}
