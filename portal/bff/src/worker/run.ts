/** The lifecycle of the billing worker: watch, reconcile changes, sweep, stop. */
import { workloads, type Workload } from '@gpulease/crds';
import {
  createRateLimiter,
  objectKey,
  startInformer,
  type ApiObject,
  type Cluster,
  type Informer,
  systemClock,
  WorkQueue,
} from '@gpulease/kube';
import { catalogueSynced, startCatalogue, stopCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/schema.ts';
import type { DunningSchedule } from '../dunning/schedule.ts';
import type { CreditPolicy } from '../gpu-reports/answers.ts';
import type { Logger } from '../http/logger.ts';
import { keepDoing } from '../jobs/due-rows.ts';
import { DEFAULT_STARTS_PER_HOUR } from '../settings/shared.ts';
import { SWEEP_MS } from '../orders/order-facts.ts';
import { createClusterIdentity } from './cluster-identity.ts';
import type { WorkerContext } from './context.ts';
import { dunDue } from './dun.ts';
import type { BillingMetrics } from './metrics.ts';
import { createReconciler } from './reconciler.ts';
import { createFullPass } from './full-pass.ts';
import { sweep } from './sweep.ts';
import { createOrderRetries } from './order-retries.ts';

export interface WorkerOptions {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly dunning: DunningSchedule;
  /** The setting's default if absent. */
  readonly startsPerHour?: number;
  /** No credits if absent. */
  readonly credits?: CreditPolicy;
  readonly metrics: BillingMetrics;
  readonly log: Logger;
  /** Time between sweeps; shorter in tests. */
  readonly sweepMs?: number;
}

export type BillingWorker = ReturnType<typeof startWorker>;

/** Workloads reconciled concurrently; each uses one database connection. */
const CONCURRENCY = 8;

/** Backoff and rate limit of retries. */
const RETRIES = { baseMs: 100, maxMs: 30_000, perSecond: 100 };

/** Runs billing until stopped. Any number of workers may run concurrently. */
export function startWorker(options: WorkerOptions) {
  const { cluster, database, dunning, startsPerHour = DEFAULT_STARTS_PER_HOUR, metrics, log } = options;
  const { credits = { creditsReports: false, secondOperatorAbove: undefined }, sweepMs = SWEEP_MS } = options;
  const informer = startInformer<Workload>(cluster, workloads, { logger: log });
  const catalogue = startCatalogue(cluster, log);
  const waiting = createOrderRetries();
  const identity = createClusterIdentity(cluster, database);
  const context: WorkerContext = {
    ...{ database, catalogue, identity, waiting, dunning, startsPerHour, credits, metrics, log },
    client: cluster.resource(workloads),
    workloads: informer,
  };
  const reconcile = createReconciler(context);
  const queue = new WorkQueue(systemClock, createRateLimiter(systemClock, RETRIES));
  queue.open();
  const stopping = new AbortController();
  const unsubscribe = [
    informer.onChange((key) => queue.add(key)),
    ...offers(catalogue).map((offer) =>
      offer.onChange((_, before, after) => isOtherOffer(before, after) && waiting.wake()),
    ),
    catalogue.nodes.onChange((_, before, after) => {
      if (after === undefined || before?.spec.expectedBackAt === after.spec.expectedBackAt) return;
      for (const key of lostWith(after.metadata.name, informer)) queue.add(key);
    }),
  ];
  const ready = Promise.withResolvers<undefined>();
  const { signal } = stopping;
  const repeated = { log, pauseMs: sweepMs, signal, failed: 'A billing sweep failed, will retry' };
  const pass = createFullPass();
  // Before the caches are synced, a suspended tenant looks like one without limits.
  const known = synced(catalogue, context, signal);
  const working = known.then(() => queue.run(CONCURRENCY, reconcile));
  const sweeping = known.then(() =>
    keepDoing(repeated, async () => {
      await sweep(context, pass, (key) => queue.add(key));
      metrics.swept();
      ready.resolve(undefined);
    }),
  );
  // In a separate loop, so that charging does not wait for notices, however many wallets are due.
  const reviewing = known.then(() =>
    keepDoing(repeated, async () => {
      if (await identity.isOurs()) await dunDue(context, signal);
      metrics.reviewed();
    }),
  );
  return {
    /** Resolves when the first sweep is done. */
    ready: ready.promise.then(() => undefined),
    async stop(): Promise<void> {
      for (const end of unsubscribe) end();
      stopping.abort();
      queue.close();
      await Promise.all([sweeping, reviewing, working, informer.stop(), stopCatalogue(catalogue)]);
    },
  };
}

/** The objects that decide whether an order can be accepted. */
function offers({ skus, regions, images, pricingPolicies, tenants }: Catalogue): Informer<ApiObject>[] {
  return [skus, regions, images, pricingPolicies, tenants];
}

/** Returns the keys of Workloads whose owners wait for the return of this node. */
function lostWith(node: string, { store }: Informer<Workload>): string[] {
  return store
    .list()
    .filter(({ status }) => status?.halt?.node === node)
    .map(({ metadata }) => objectKey(metadata));
}

/** Whether more than the status changed, which changes often and does not affect offers. */
function isOtherOffer(before: ApiObject | undefined, after: ApiObject | undefined): boolean {
  return before?.metadata.generation !== after?.metadata.generation;
}

async function synced(catalogue: Catalogue, { workloads }: WorkerContext, signal: AbortSignal) {
  await Promise.all([catalogueSynced(catalogue), workloads.synced]).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
