/** Work that is done later, as operators see it. */
import * as admin from '../admin.ts';
import { forOperator, nothing, pagesOf } from './operation.ts';

export const jobOperations = {
  listJobs: forOperator('GET /admin/jobs', { query: admin.jobQuery, ...pagesOf(admin.job) }),
  retryJob: forOperator('POST /admin/jobs/:id/retry', {
    params: admin.jobParams,
    ...nothing,
    audit: 'RETRY_JOB',
  }),
};
