/** Machines: customers' own, and all of them for operators. */
import * as operated from '../operated-workloads.ts';
import { workloadGauges, workloadGaugesQuery } from '../workload-gauges.ts';
import { workloadMetrics, workloadMetricsQuery } from '../workload-metrics.ts';
import * as workloads from '../workloads.ts';
import { forSelf, forOwner, forOperator, pagesOf } from './operation.ts';

const { workloadParams, anyWorkloadParams, workload: response } = workloads;
/** Response to a change that continues in the background. */
const underWay = { response, status: 202 } as const;
const metrics = { query: workloadMetricsQuery, response: workloadMetrics, limit: 'workloadMetrics' } as const;
const gauges = { query: workloadGaugesQuery, response: workloadGauges, limit: 'workloadGauges' } as const;

export const workloadOperations = {
  createQuote: forSelf('POST /quotes', {
    body: workloads.quoteRequest,
    response: workloads.quote,
    token: true,
    limit: 'quotes',
    audit: 'never',
  }),
  listWorkloads: forOwner('GET /workloads', {
    ...pagesOf(workloads.workload, workloads.workloadQuery),
    token: true,
  }),
  createWorkload: forSelf('POST /workloads', {
    body: workloads.workloadCreation,
    response,
    status: 201,
    idempotent: 'required',
    token: true,
    audit: 'CREATE_WORKLOAD',
  }),
  getWorkload: forOwner('GET /workloads/:name', { params: workloadParams, response, token: true }),
  updateWorkload: forOwner('PATCH /workloads/:name', {
    params: workloadParams,
    body: workloads.workloadChange,
    response,
    ifMatch: 'required',
    token: true,
    limit: 'workloadChanges',
    audit: 'CHANGE_WORKLOAD',
  }),
  startWorkload: forOwner('POST /workloads/:name/start', {
    params: workloadParams,
    body: workloads.workloadStart,
    ...underWay,
    idempotent: 'required',
    token: true,
    audit: 'START_WORKLOAD',
  }),
  stopWorkload: forOwner('POST /workloads/:name/stop', {
    params: workloadParams,
    ...underWay,
    token: true,
    audit: 'STOP_WORKLOAD',
  }),
  restartWorkload: forOwner('POST /workloads/:name/restart', {
    params: workloadParams,
    ...underWay,
    token: true,
    audit: 'RESTART_WORKLOAD',
  }),
  getWorkloadMove: forOwner('GET /workloads/:name/move', {
    params: workloadParams,
    response: workloads.workloadMove,
    token: true,
  }),
  moveWorkload: forOwner('POST /workloads/:name/move', {
    params: workloadParams,
    ...underWay,
    token: true,
    audit: 'MOVE_WORKLOAD',
  }),
  destroyWorkload: forOwner('POST /workloads/:name/destroy', {
    params: workloadParams,
    body: workloads.workloadDestruction,
    ...underWay,
    token: true,
    audit: 'DESTROY_WORKLOAD',
  }),
  listWorkloadEvents: forOwner('GET /workloads/:name/events', {
    params: workloadParams,
    ...pagesOf(workloads.workloadEvent, workloads.workloadEventQuery),
    limit: 'workloadEvents',
    token: true,
  }),
  getWorkloadMetrics: forOwner('GET /workloads/:name/metrics', {
    params: workloadParams,
    ...metrics,
    token: true,
  }),
  getWorkloadGauges: forOwner('GET /workload-gauges', { ...gauges, token: true }),
};

export const operatedWorkloadOperations = {
  listAllWorkloads: forOperator(
    'GET /admin/workloads',
    pagesOf(workloads.workload, workloads.anyWorkloadQuery),
  ),
  createAnyQuote: forOperator('POST /admin/workloads/:user/quotes', {
    params: workloads.customerParams,
    body: workloads.quoteRequest,
    response: workloads.quote,
    audit: 'never',
  }),
  createAnyWorkload: forOperator('POST /admin/workloads/:user', {
    params: workloads.customerParams,
    body: operated.customerOrder,
    response,
    status: 201,
    idempotent: 'required',
    audit: 'CREATE_WORKLOAD',
  }),
  getAnyWorkload: forOperator('GET /admin/workloads/:user/:name', { params: anyWorkloadParams, response }),
  listAnyWorkloadEvents: forOperator('GET /admin/workloads/:user/:name/events', {
    params: anyWorkloadParams,
    ...pagesOf(workloads.workloadEvent, workloads.workloadEventQuery),
    limit: 'workloadEvents',
  }),
  getAnyWorkloadMetrics: forOperator('GET /admin/workloads/:user/:name/metrics', {
    params: anyWorkloadParams,
    ...metrics,
  }),
  getAnyWorkloadGauges: forOperator('GET /admin/workload-gauges', gauges),
  startAnyWorkload: forOperator('POST /admin/workloads/:user/:name/start', {
    params: anyWorkloadParams,
    body: operated.explainedStart,
    ...underWay,
    idempotent: 'required',
    audit: 'START_WORKLOAD',
  }),
  stopAnyWorkload: forOperator('POST /admin/workloads/:user/:name/stop', {
    params: anyWorkloadParams,
    body: operated.explainedAction,
    ...underWay,
    audit: 'STOP_WORKLOAD',
  }),
  restartAnyWorkload: forOperator('POST /admin/workloads/:user/:name/restart', {
    params: anyWorkloadParams,
    body: operated.explainedAction,
    ...underWay,
    audit: 'RESTART_WORKLOAD',
  }),
  destroyAnyWorkload: forOperator('POST /admin/workloads/:user/:name/destroy', {
    params: anyWorkloadParams,
    body: operated.explainedDestruction,
    ...underWay,
    audit: 'DESTROY_WORKLOAD',
  }),
  scheduleWorkload: forOperator('POST /admin/workloads/:user/:name/schedule', {
    params: anyWorkloadParams,
    body: operated.workloadSchedule,
    ...underWay,
    ifMatch: 'required',
    limit: 'workloadChanges',
    audit: 'SCHEDULE_WORKLOAD',
  }),
  getWorkloadInspection: forOperator('GET /admin/workloads/:user/:name/inspection', {
    params: anyWorkloadParams,
    response: operated.workloadInspection,
  }),
  getWorkloadPlan: forOperator('GET /admin/workloads/:user/:name/plan', {
    params: anyWorkloadParams,
    response: operated.workloadPlan,
  }),
};
