/** Our programs' metrics with sample activity, from the production code. */
import { EventEmitter } from 'node:events';
import { OPERATOR_LEASE, type Workload } from '@gpulease/crds';
import { requestMetrics as kubernetesMetrics, systemClock } from '@gpulease/kube';
import { networkPoliciesEnforced } from '../../../operator/src/cluster-network/network-policies-enforced.ts';
import { exportProduct, type ProductMetricsOptions } from '../../../operator/src/product-metrics.ts';
import { createMetrics as operatorMetrics } from '../../../operator/src/runtime/metrics.ts';
import { aWorkload } from '../../../operator/src/testing/scope.ts';
import { backupMetrics, restoreTestMetrics } from '../../../portal/bff/src/backup/metrics.ts';
import { poolMetrics } from '../../../portal/bff/src/database/metrics.ts';
import { createMetrics, requestMetrics } from '../../../portal/bff/src/http/metrics.ts';
import { codeMetrics } from '../../../portal/bff/src/identity/send-code.ts';
import { jobMetrics } from '../../../portal/bff/src/jobs/metrics.ts';
import type { Books } from '../../../portal/bff/src/testing/books.ts';
import { booksMetrics } from '../../../portal/bff/src/worker/books-metrics.ts';
import { createBillingMetrics } from '../../../portal/bff/src/worker/metrics.ts';
import { liveMetrics } from '../../../portal/bff/src/workloads/live-metrics.ts';

/** Returns the metrics of a program. Each scrape finds new activity. */
export type Scrape = () => Promise<string>;

const request = { verb: 'list', resource: 'workloads', method: 'GET', host: 'api', seconds: 0.1 } as const;

/** A leading operator with workloads in several phases. */
export function operatorProgram(): Scrape {
  const metrics = operatorMetrics();
  metrics.leads(OPERATOR_LEASE, () => true);
  const start = exportSome(metrics.registry);
  const controller = metrics.forController('workload', systemClock);
  controller.workers(2);
  return () => {
    start();
    controller.queue.added('one');
    controller.queue.started('one');
    controller.began();
    controller.ended('error', 0.1);
    controller.queue.finished('one');
    for (const code of [200, 403]) metrics.onRequest({ ...request, code });
    return metrics.registry.metrics();
  };
}

type Change = (key: string, before: Workload, after: Workload) => void;

/** Exports the objects of a cluster. Returns a function that starts two machines, one of which fails. */
function exportSome(registry: ProductMetricsOptions['registry']): () => void {
  const inPhase = (phase: NonNullable<Workload['status']>['phase'], reason: string) =>
    aWorkload({}, { phase, reason, message: '' });
  const [starting, running] = [inPhase('Starting', 'Starting'), inPhase('Running', 'Running')];
  const [failed, waiting] = [inPhase('Failed', 'CrashLoop'), inPhase('Pending', 'NoCapacity')];
  let change: Change = () => undefined;
  const listing = (...objects: unknown[]) => ({ list: () => objects });
  const informer = {
    store: listing(starting, running, failed, waiting),
    onChange: (handler: Change) => void (change = handler),
  };
  const capacity = [{ model: 'a100', total: 8, allocated: 3, free: 4 }];
  const ready = { type: 'Ready', status: 'False', reason: 'ImportFailed' };
  const caches = {
    workloads: { informer },
    regions: { store: listing({ metadata: { name: 'east' }, status: { capacity } }) },
    images: { store: listing({ status: { conditions: [ready] } }) },
    services: { informer: { store: listing({ spec: { ports: [{ nodePort: 30_001 }] } }) } },
  } as unknown as ProductMetricsOptions['caches'];
  exportProduct({
    ...{ caches, registry, clock: systemClock, isLeader: () => true },
    nodePorts: { first: 30_000, last: 32_767 },
    networkCheck: { condition: () => networkPoliciesEnforced({ pod: 'portal', open: true, closed: false }) },
  });
  return () => {
    for (const after of [running, failed]) {
      change('u-mei/vm', waiting, starting);
      change('u-mei/vm', starting, after);
    }
  };
}

/** A portal that answers some requests. */
export function portalProgram({ database, pool }: Books): Scrape {
  const registry = createMetrics();
  const onRequest = kubernetesMetrics(registry);
  const handler = requestMetrics(registry);
  poolMetrics(registry, pool);
  jobMetrics(registry, database);
  liveMetrics(registry, () => true);
  codeMetrics(registry, { usedShare: () => Promise.resolve(0.1) } as never);
  const answer = (operation: string, statusCode: number) => {
    const response = Object.assign(new EventEmitter(), { locals: { operation }, statusCode });
    handler({} as never, response as never, () => undefined);
    response.emit('finish');
  };
  return () => {
    onRequest({ ...request, code: 200 });
    answer('createWorkload', 201);
    answer('login', 401);
    answer('listWorkloads', 500);
    return registry.metrics();
  };
}

/** A billing worker that charges a yuan and completes every check. */
export function workerProgram({ database, pool }: Books): Scrape {
  const registry = createMetrics();
  poolMetrics(registry, pool);
  booksMetrics(registry, database);
  backupMetrics(registry, database, 36);
  restoreTestMetrics(registry, database, 192);
  const billing = createBillingMetrics(registry);
  return () => {
    billing.settled({ charged: 100n, writtenOff: 1n } as never);
    billing.checked(0);
    billing.swept();
    billing.reviewed();
    return registry.metrics();
  };
}
