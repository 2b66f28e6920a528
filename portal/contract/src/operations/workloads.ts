/** Machines: customers' own, and everybody's for operators. */
import * as operated from '../operated-workloads.ts';
import { workloadGauges, workloadGaugesQuery } from '../workload-gauges.ts';
import { workloadMetrics, workloadMetricsQuery } from '../workload-metrics.ts';
import * as workloads from '../workloads.ts';
import { forSelf, forOwner, forOperator, pagesOf } from './operation.ts';

export const workloadOperations = {
  createQuote: forSelf('POST /quotes', {
    body: workloads.quoteRequest,
    response: workloads.quote,
    token: true,
    limit: 'quotes',
    audit: 'never',
  }),
  listWorkloads: forOwner('GET /workloads', {
    query: workloads.workloadQuery,
    ...pagesOf(workloads.workload),
    token: true,
  }),
  createWorkload: forSelf('POST /workloads', {
    body: workloads.workloadCreation,
    response: workloads.workload,
    status: 201,
    idempotent: 'required',
    token: true,
    audit: 'CREATE_WORKLOAD',
  }),
  getWorkload: forOwner('GET /workloads/:name', {
    params: workloads.workloadParams,
    response: workloads.workload,
    token: true,
  }),
  updateWorkload: forOwner('PATCH /workloads/:name', {
    params: workloads.workloadParams,
    body: workloads.workloadChange,
    response: workloads.workload,
    ifMatch: 'required',
    token: true,
    limit: 'workloadChanges',
    audit: 'CHANGE_WORKLOAD',
  }),
  startWorkload: forOwner('POST /workloads/:name/start', {
    params: workloads.workloadParams,
    body: workloads.workloadStart,
    response: workloads.workload,
    status: 202,
    idempotent: 'required',
    token: true,
    audit: 'START_WORKLOAD',
  }),
  stopWorkload: forOwner('POST /workloads/:name/stop', {
    params: workloads.workloadParams,
    response: workloads.workload,
    status: 202,
    token: true,
    audit: 'STOP_WORKLOAD',
  }),
  restartWorkload: forOwner('POST /workloads/:name/restart', {
    params: workloads.workloadParams,
    response: workloads.workload,
    status: 202,
    token: true,
    audit: 'RESTART_WORKLOAD',
  }),
  getWorkloadMove: forOwner('GET /workloads/:name/move', {
    params: workloads.workloadParams,
    response: workloads.workloadMove,
    token: true,
  }),
  moveWorkload: forOwner('POST /workloads/:name/move', {
    params: workloads.workloadParams,
    response: workloads.workload,
    status: 202,
    token: true,
    audit: 'MOVE_WORKLOAD',
  }),
  destroyWorkload: forOwner('POST /workloads/:name/destroy', {
    params: workloads.workloadParams,
    body: workloads.workloadDestruction,
    response: workloads.workload,
    status: 202,
    token: true,
    audit: 'DESTROY_WORKLOAD',
  }),
  listWorkloadEvents: forOwner('GET /workloads/:name/events', {
    params: workloads.workloadParams,
    query: workloads.workloadEventQuery,
    ...pagesOf(workloads.workloadEvent),
    token: true,
    limit: 'workloadEvents',
  }),
  getWorkloadMetrics: forOwner('GET /workloads/:name/metrics', {
    params: workloads.workloadParams,
    query: workloadMetricsQuery,
    response: workloadMetrics,
    token: true,
    limit: 'workloadMetrics',
  }),
  getWorkloadGauges: forOwner('GET /workload-gauges', {
    query: workloadGaugesQuery,
    response: workloadGauges,
    token: true,
    limit: 'workloadGauges',
  }),
};

export const operatedWorkloadOperations = {
  listAllWorkloads: forOperator('GET /admin/workloads', {
    query: workloads.anyWorkloadQuery,
    ...pagesOf(workloads.workload),
  }),
  createAnyQuote: forOperator('POST /admin/workloads/:user/quotes', {
    params: workloads.customerParams,
    body: workloads.quoteRequest,
    response: workloads.quote,
    audit: 'never',
  }),
  createAnyWorkload: forOperator('POST /admin/workloads/:user', {
    params: workloads.customerParams,
    body: operated.customerOrder,
    response: workloads.workload,
    status: 201,
    idempotent: 'required',
    audit: 'CREATE_WORKLOAD',
  }),
  getAnyWorkload: forOperator('GET /admin/workloads/:user/:name', {
    params: workloads.anyWorkloadParams,
    response: workloads.workload,
  }),
  listAnyWorkloadEvents: forOperator('GET /admin/workloads/:user/:name/events', {
    params: workloads.anyWorkloadParams,
    query: workloads.workloadEventQuery,
    ...pagesOf(workloads.workloadEvent),
    limit: 'workloadEvents',
  }),
  getAnyWorkloadMetrics: forOperator('GET /admin/workloads/:user/:name/metrics', {
    params: workloads.anyWorkloadParams,
    query: workloadMetricsQuery,
    response: workloadMetrics,
    limit: 'workloadMetrics',
  }),
  getAnyWorkloadGauges: forOperator('GET /admin/workload-gauges', {
    query: workloadGaugesQuery,
    response: workloadGauges,
    limit: 'workloadGauges',
  }),
  startAnyWorkload: forOperator('POST /admin/workloads/:user/:name/start', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedStart,
    response: workloads.workload,
    status: 202,
    idempotent: 'required',
    audit: 'START_WORKLOAD',
  }),
  stopAnyWorkload: forOperator('POST /admin/workloads/:user/:name/stop', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedAction,
    response: workloads.workload,
    status: 202,
    audit: 'STOP_WORKLOAD',
  }),
  restartAnyWorkload: forOperator('POST /admin/workloads/:user/:name/restart', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedAction,
    response: workloads.workload,
    status: 202,
    audit: 'RESTART_WORKLOAD',
  }),
  destroyAnyWorkload: forOperator('POST /admin/workloads/:user/:name/destroy', {
    params: workloads.anyWorkloadParams,
    body: operated.explainedDestruction,
    response: workloads.workload,
    status: 202,
    audit: 'DESTROY_WORKLOAD',
  }),
  scheduleWorkload: forOperator('POST /admin/workloads/:user/:name/schedule', {
    params: workloads.anyWorkloadParams,
    body: operated.workloadSchedule,
    response: workloads.workload,
    status: 202,
    ifMatch: 'required',
    limit: 'workloadChanges',
    audit: 'SCHEDULE_WORKLOAD',
  }),
  getWorkloadInspection: forOperator('GET /admin/workloads/:user/:name/inspection', {
    params: workloads.anyWorkloadParams,
    response: operated.workloadInspection,
  }),
  getWorkloadPlan: forOperator('GET /admin/workloads/:user/:name/plan', {
    params: workloads.anyWorkloadParams,
    response: operated.workloadPlan,
  }),
};
