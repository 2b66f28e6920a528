import { annotations, OPERATOR_LEASE, SYSTEM_NAMESPACE } from '@gpulease/crds';
import { createEventRecorder, isConflict, retry, startLeaderElection } from '@gpulease/kube';
import type { Clock, Cluster, LeaderElection, Logger } from '@gpulease/kube';
import { startCaches } from './caches.ts';
import { createComputeNodeController } from './compute-node/controller.ts';
import { UnwrittenFindings } from './unwritten-findings.ts';
import { createIdleController } from './idle/controller.ts';
import { IdleWatch } from './idle/idle-watch.ts';
import { createMetricsSource } from './metrics-source.ts';
import { createGpuController } from './gpu/controller.ts';
import { createGpuCheckController } from './gpu-check/controller.ts';
import { createNetworkCheckController } from './cluster-network/network-check-controller.ts';
import { NetworkCheck } from './cluster-network/network-check.ts';
import type { Config } from './config.ts';
import type { Operator } from './operator.ts';
import { catchUp } from './placer/catch-up.ts';
import { syncPlacer } from './placer/sync.ts';
import { createPricingPolicyController } from './pricing-policy/controller.ts';
import { createRegionController } from './region/controller.ts';
import { Controller } from './runtime/controller.ts';
import type { Logger as RuntimeLogger } from './runtime/logger.ts';
import type { Metrics } from './runtime/metrics.ts';
import { createSkuController } from './sku/controller.ts';
import { createTenantController } from './tenant/controller.ts';
import { exportProduct } from './product-metrics.ts';
import { createVMImageController } from './vm-image/controller.ts';
import { createWorkloadController } from './workload/controller.ts';
import { createXidController } from './xid/controller.ts';
import manifest from '../package.json' with { type: 'json' };

export interface ManagerOptions extends Omit<Config, 'metricsPort' | 'logLevel'> {
  cluster: Cluster;
  clock: Clock;
  logger: RuntimeLogger;
  metrics: Metrics;
  /** Called when another operator has taken over; this one must exit. */
  onLost: () => void;
}

export type Manager = ReturnType<typeof startManager>;

const CONTROLLERS = [
  createWorkloadController,
  createTenantController,
  createComputeNodeController,
  createGpuController,
  createSkuController,
  createRegionController,
  createVMImageController,
  createPricingPolicyController,
  createNetworkCheckController,
  createIdleController,
  createGpuCheckController,
  createXidController,
];

/** Starts the watches at once and the controllers as soon as this operator leads. */
export function startManager(options: ManagerOptions) {
  const { cluster, clock, logger, metrics } = options;
  const caches = startCaches(cluster, logger);
  const operator = createOperator(options, caches, () => election.precededUntil);
  const controllers = CONTROLLERS.map((create) => create(operator));
  const stopped = new AbortController();
  const election = startElection(options, () => {
    takeOver(operator, { logger, signal: stopped.signal })
      .then(() => controllers.forEach((controller) => controller.start()))
      .catch((error: unknown) => logger.error({ err: error }, 'Stopped before startup finished'));
  });
  metrics.leads(OPERATOR_LEASE, () => election.isLeader);
  exportProduct({
    caches,
    registry: metrics.registry,
    clock,
    nodePorts: options.nodePorts,
    networkCheck: operator.networkCheck,
    isLeader: () => election.isLeader,
  });
  return {
    /** Why this operator is not fit to lead: caches are out of sync. Undefined if they are in sync. */
    notReadyReason: caches.failure,
    isLeader: () => election.isLeader,
    /** Finishes running work, then releases the lease. */
    stop: async (): Promise<void> => {
      stopped.abort();
      await Promise.all(controllers.map((controller) => controller.stop()));
      await election.stop();
      await caches.stop();
    },
  };
}

/** Waits until everything done under the previous lease is known. */
async function takeOver(
  operator: Operator,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  await operator.caches.synced();
  await retry(() => catchUp(operator), {
    when: (error) => {
      logger.warn({ err: error }, 'Could not read existing placements, retrying');
      return true;
    },
    attempts: Infinity,
    signal,
  });
  signal.throwIfAborted();
}

function createOperator(
  options: ManagerOptions,
  caches: ReturnType<typeof startCaches>,
  precededUntil: Operator['precededUntil'],
): Operator {
  const { cluster, clock, logger, metrics, identity, workloadWorkers, nodePorts, network, metricsFrom } =
    options;
  const { spotNoticeMs, drainWindowMs, nodeProblemConditions } = options;
  const askMetrics = options.metricsUrl && createMetricsSource(options.metricsUrl);
  return {
    cluster,
    caches,
    startOutcomes: new UnwrittenFindings(),
    gpuChecks: new UnwrittenFindings(),
    suspects: new UnwrittenFindings(),
    placement: syncPlacer(caches, { clock, spotNoticeMs, drainWindowMs, nodeProblemConditions }),
    nodeProblemConditions,
    recorder: createEventRecorder(cluster, {
      controller: 'gpulease.dev/operator',
      instance: identity,
      logger,
      clock,
    }),
    clock,
    logger,
    workloadWorkers,
    nodePorts,
    network,
    metricsFrom,
    askMetrics,
    idleWatch: new IdleWatch({
      ask: askMetrics,
      workloads: () => caches.workloads.informer.store.list(),
      clock,
      precededUntil,
      logger,
    }),
    networkCheck: new NetworkCheck(cluster, { isEnabled: options.checksNetworkPolicies }),
    precededUntil,
    createController: (own) =>
      new Controller({
        ...own,
        clock,
        logger,
        metrics: metrics.forController(own.name, clock),
        isConflict,
      }),
  };
}

/** Another operator leads well within 20 seconds after a leader dies, including the time to notice. */
const LEASE = { leaseDurationMs: 12_000, renewDeadlineMs: 8000, retryPeriodMs: 2000 };

function startElection(options: ManagerOptions, onStarted: () => void): LeaderElection {
  const { cluster, identity, onLost } = options;
  const logger: Logger = options.logger;
  // The lease uses the monotonic time of this process, not the clock that the work uses.
  return startLeaderElection(cluster, {
    namespace: SYSTEM_NAMESPACE,
    name: OPERATOR_LEASE,
    identity,
    annotations: { [annotations.version]: manifest.version },
    onStarted,
    onLost,
    logger,
    timing: LEASE,
  });
}
