/** Customers' reports of broken GPUs. */
import * as reports from '../gpu-reports.ts';
import { workloadParams } from '../workloads.ts';
import { forOperator, forOwner, pagesOf } from './operation.ts';

export const gpuReportOperations = {
  reportGpu: forOwner('POST /workloads/:name/gpu-reports', {
    params: workloadParams,
    body: reports.gpuReportCreation,
    response: reports.gpuReport,
    status: 201,
    token: true,
    limit: 'gpuReports',
    audit: 'REPORT_GPU',
  }),
  listGpuReports: forOwner('GET /gpu-reports', {
    ...pagesOf(reports.gpuReport, reports.gpuReportQuery),
    token: true,
  }),
  listAllGpuReports: forOperator(
    'GET /admin/gpu-reports',
    pagesOf(reports.customerGpuReport, reports.customerGpuReportQuery),
  ),
  getGpuReportCredit: forOperator('GET /admin/gpu-reports/:id/credit', {
    params: reports.gpuReportParams,
    response: reports.gpuReportCredit,
  }),
  answerGpuReport: forOperator('POST /admin/gpu-reports/:id/answer', {
    params: reports.gpuReportParams,
    body: reports.gpuReportAnswering,
    response: reports.customerGpuReport,
    audit: 'ANSWER_GPU_REPORT',
  }),
};
