/** Operations on reports of broken GPUs. */
import type { gpuReportOperations } from '@gpulease/contract/operations/gpu-reports';
import type { Handlers } from '../http/handler.ts';
import { answerGpuReport, previewCredit, type CreditPolicy } from './answers.ts';
import { listAllGpuReports, listGpuReports } from './list.ts';
import { reportGpu, type Reporting } from './reports.ts';

export function gpuReportHandlers(
  reader: Reporting,
  policy: CreditPolicy,
): Handlers<typeof gpuReportOperations> {
  const { database } = reader;
  return {
    reportGpu: ({ params, body }, { caller }) =>
      reportGpu(reader, { userId: caller.id, name: params.name }, body),
    listGpuReports: ({ query }, { caller }) => listGpuReports(database, caller.id, query),
    listAllGpuReports: ({ query }) => listAllGpuReports(database, query),
    async getGpuReportCredit({ params }) {
      return { amount: await previewCredit(database, params.id, policy) };
    },
    answerGpuReport: ({ params, body }, { caller }) =>
      answerGpuReport(database, params.id, { ...body, by: caller.username }, policy),
  };
}
