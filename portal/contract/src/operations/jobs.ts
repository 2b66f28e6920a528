/** Background jobs, as operators see them. */
import * as jobs from '../jobs.ts';
import { forOperator, nothing, pagesOf } from './operation.ts';

export const jobOperations = {
  listJobs: forOperator('GET /admin/jobs', pagesOf(jobs.job, jobs.jobQuery)),
  retryJob: forOperator('POST /admin/jobs/:id/retry', {
    params: jobs.jobParams,
    ...nothing,
    audit: 'RETRY_JOB',
  }),
};
