/** The portal's settings, overview, metrics and events, and the sandbox. */
import * as fleet from '../fleet-metrics.ts';
import * as overview from '../overview.ts';
import * as platform from '../platform.ts';
import * as billing from '../billing.ts';
import * as sandbox from '../sandbox.ts';
import { config } from '../config.ts';
import { liveEvent } from '../live.ts';
import { workloadMetrics } from '../workload-metrics.ts';
import { workloadParams } from '../workloads.ts';
import { forAnybody, forOwner, forOperator, nothing, pagesOf } from './operation.ts';

/** Combined metrics of the machines of a node, region or GPU. */
const ofItsMachines = {
  params: workloadParams,
  query: fleet.fleetMetricsQuery.pick({ range: true, until: true }),
  response: workloadMetrics,
  limit: 'workloadMetrics',
} as const;

export const portalOperations = {
  getConfig: forAnybody('GET /config', { response: config, token: true }),
  getOverview: forOperator('GET /admin/overview', { response: overview.overview }),
  getFleetMetrics: forOperator('GET /admin/fleet-metrics', {
    query: fleet.fleetMetricsQuery,
    response: fleet.fleetMetrics,
    limit: 'workloadMetrics',
  }),
  getNodeMetrics: forOperator('GET /admin/nodes/:name/metrics', ofItsMachines),
  getRegionMetrics: forOperator('GET /admin/regions/:name/metrics', ofItsMachines),
  getGpuMetrics: forOperator('GET /admin/gpus/:name/metrics', ofItsMachines),
  getFleetRanking: forOperator('GET /admin/fleet-ranking', {
    query: fleet.fleetRankingQuery,
    response: fleet.fleetRanking,
    limit: 'workloadMetrics',
  }),
  getFleetIdle: forOperator('GET /admin/fleet-idle', {
    query: fleet.fleetIdleQuery,
    response: fleet.fleetIdle,
    limit: 'workloadMetrics',
  }),
  getPlatform: forOperator('GET /admin/platform', { response: platform.platform }),
  streamEvents: forOwner('GET /events', { kind: 'stream', response: liveEvent, token: true }),
  streamAdminEvents: forOperator('GET /admin/events', { kind: 'stream', response: liveEvent }),
  listSandboxMessages: forAnybody('GET /sandbox/messages', {
    ...pagesOf(sandbox.sandboxMessage, sandbox.sandboxMessageQuery),
    sandbox: true,
  }),
  paySandboxPayment: forAnybody('POST /sandbox/payments/:id/pay', {
    params: billing.rechargeParams,
    ...nothing,
    sandbox: true,
    audit: 'never',
  }),
};
