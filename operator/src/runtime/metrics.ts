import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { requestMetrics, type Clock, type QueueMetrics } from '@gpulease/kube';
import manifest from '../../package.json' with { type: 'json' };

/** `requeue` is a conflict with another writer, an ordinary race. */
export type ReconcileResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** The metrics of one controller. */
export interface ControllerMetrics {
  readonly queue: QueueMetrics;
  workers(count: number): void;
  began(): void;
  ended(result: ReconcileResult, seconds: number): void;
}

export type Metrics = ReturnType<typeof createMetrics>;

const RESULTS: ReconcileResult[] = ['success', 'error', 'requeue', 'requeue_after'];
const RECONCILE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUEUE_BUCKETS = [1e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1, 5, 10, 60];

/** prom-client's default of 10 ms would cause more than half of the load of an idle operator. */
const LOOP_PERIOD_MS = 100;

/** Creates the operator's metrics. Names and labels are those of controller-runtime, so that its dashboards work. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PERIOD_MS });
  const reconcile = reconcileMetrics(registry);
  const queue = queueMetrics(registry);
  const requests = requestMetrics(registry);
  buildInfo(registry);
  return {
    registry,
    /** Counts a request to the Kubernetes API. */
    onRequest: requests,
    /** Exports whether this process holds the named lease; calls `isLeader` at each scrape. */
    leads: (name: string, isLeader: () => boolean) => leaderMetric(registry, name, isLeader),
    forController: (name: string, clock: Clock): ControllerMetrics => ({
      queue: observeQueue(queue, name, clock),
      ...observeController(reconcile, name),
    }),
  };
}

function reconcileMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ['controller'] as const;
  return {
    total: new Counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Reconciliations by controller and result',
      labelNames: ['controller', 'result'] as const,
      registers,
    }),
    errors: new Counter({
      name: 'controller_runtime_reconcile_errors_total',
      help: 'Failed reconciliations by controller; a steady rate means that an object keeps failing',
      labelNames,
      registers,
    }),
    time: new Histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Seconds per reconciliation',
      labelNames,
      buckets: RECONCILE_BUCKETS,
      registers,
    }),
    active: new Gauge({
      name: 'controller_runtime_active_workers',
      help: 'Workers currently reconciling, by controller',
      labelNames,
      registers,
    }),
    max: new Gauge({
      name: 'controller_runtime_max_concurrent_reconciles',
      help: 'Maximum concurrent reconciliations, by controller',
      labelNames,
      registers,
    }),
  };
}

function leaderMetric(registry: Registry, name: string, isLeader: () => boolean): void {
  new Gauge({
    name: 'leader_election_master_status',
    help: '1 if this process holds the lease, otherwise 0; if no process holds it, nothing is reconciled',
    labelNames: ['name'] as const,
    registers: [registry],
    collect() {
      this.set({ name }, isLeader() ? 1 : 0);
    },
  });
}

function buildInfo(registry: Registry): void {
  new Gauge({
    name: 'gpulease_build_info',
    help: 'Always 1; its labels are the versions of GPULease and of Node.js',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version: manifest.version, node: process.version }, 1);
}

/** By the name of a queue: returns how many seconds each key in progress has taken. */
type AtWork = Map<string, () => number[]>;

function queueMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ['name'] as const;
  const atWork: AtWork = new Map();
  gaugeOfWork(registry, atWork, {
    name: 'workqueue_unfinished_work_seconds',
    help: 'Total seconds of work in progress; a large value means that work is stuck',
    sum: (seconds) => seconds.reduce((total, one) => total + one, 0),
  });
  gaugeOfWork(registry, atWork, {
    name: 'workqueue_longest_running_processor_seconds',
    help: 'Seconds that the longest-running work has been in progress',
    sum: (seconds) => Math.max(0, ...seconds),
  });
  return {
    atWork,
    depth: new Gauge({
      name: 'workqueue_depth',
      help: 'Keys waiting in the queue; steady growth means that processing is too slow',
      labelNames,
      registers,
    }),
    adds: new Counter({
      name: 'workqueue_adds_total',
      help: 'Keys added to the queue',
      labelNames,
      registers,
    }),
    retries: new Counter({
      name: 'workqueue_retries_total',
      help: 'Keys requeued after a failure',
      labelNames,
      registers,
    }),
    waited: new Histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'Seconds that a key waits in the queue',
      labelNames,
      buckets: QUEUE_BUCKETS,
      registers,
    }),
    worked: new Histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'Seconds to process a key',
      labelNames,
      buckets: QUEUE_BUCKETS,
      registers,
    }),
  };
}

function gaugeOfWork(
  registry: Registry,
  atWork: AtWork,
  { name, help, sum }: { name: string; help: string; sum: (seconds: number[]) => number },
): void {
  new Gauge({
    name,
    help,
    labelNames: ['name'] as const,
    registers: [registry],
    collect() {
      for (const [queue, seconds] of atWork) this.set({ name: queue }, sum(seconds()));
    },
  });
}

function observeController(metrics: ReturnType<typeof reconcileMetrics>, controller: string) {
  for (const result of RESULTS) metrics.total.inc({ controller, result }, 0);
  metrics.errors.inc({ controller }, 0);
  return {
    workers: (count: number) => metrics.max.set({ controller }, count),
    began: () => metrics.active.inc({ controller }),
    ended(result: ReconcileResult, seconds: number) {
      metrics.active.dec({ controller });
      metrics.total.inc({ controller, result });
      metrics.time.observe({ controller }, seconds);
      if (result === 'error') metrics.errors.inc({ controller });
    },
  };
}

function observeQueue(metrics: ReturnType<typeof queueMetrics>, name: string, clock: Clock): QueueMetrics {
  const addedAt = new Map<string, number>();
  const startedAt = new Map<string, number>();
  metrics.atWork.set(name, () =>
    [...startedAt.values()].map((since) => (clock.now().getTime() - since) / 1000),
  );
  const take = (times: Map<string, number>, key: string): number | undefined => {
    const time = times.get(key);
    times.delete(key);
    return time === undefined ? undefined : (clock.now().getTime() - time) / 1000;
  };
  return {
    added(key) {
      metrics.adds.inc({ name });
      metrics.depth.inc({ name });
      addedAt.set(key, clock.now().getTime());
    },
    started(key) {
      metrics.depth.dec({ name });
      const waited = take(addedAt, key);
      if (waited !== undefined) metrics.waited.observe({ name }, waited);
      startedAt.set(key, clock.now().getTime());
    },
    finished(key) {
      const worked = take(startedAt, key);
      if (worked !== undefined) metrics.worked.observe({ name }, worked);
    },
    retried: () => metrics.retries.inc({ name }),
  };
}
