import type { jobOperations } from '@gpulease/contract/operations/jobs';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { listJobs } from './list.ts';
import { retryJob } from './retry.ts';

/** What operators see of the work that is done later, and do about it. */
export function jobHandlers(database: Database): Handlers<typeof jobOperations> {
  return {
    listJobs: ({ query }) => listJobs(database, query),
    retryJob: async ({ params }) => {
      await retryJob(database, params.id);
      return undefined;
    },
  };
}
