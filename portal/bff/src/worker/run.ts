/** The billing worker's life: watch, reconcile what changes, sweep, stop. */
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
import { createSlowPass } from './slow-pass.ts';
import { sweep } from './sweep.ts';
import { createOrderRetries } from './order-retries.ts';

export interface WorkerOptions {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly dunning: DunningSchedule;
  /** The setting's default where absent. */
  readonly startsPerHour?: number;
  /** No credit where absent. */
  readonly credits?: CreditPolicy;
  readonly metrics: BillingMetrics;
  readonly log: Logger;
  /** Time between sweeps; shorter in tests. */
  readonly sweepMs?: number;
}

export interface BillingWorker {
  /** Resolves when the first sweep is done. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** Workloads at work at once; each takes one database connection. */
const CONCURRENCY = 8;

/** How often work that fails is tried again. */
const RETRIES = { baseMs: 100, maxMs: 30_000, perSecond: 100 };

/** Runs billing until stopped. Any number of workers may run at once. */
export function startWorker(options: WorkerOptions): BillingWorker {
  const { cluster, database, dunning, startsPerHour = DEFAULT_STARTS_PER_HOUR, metrics, log } = options;
  const { credits = { creditsReports: false, secondOperatorAbove: undefined } } = options;
  const informer = startInformer<Workload>(cluster, workloads, { logger: log });
  const catalogue = startCatalogue(cluster, log);
  const waiting = createOrderRetries();
  const context: WorkerContext = {
    database,
    client: cluster.resource(workloads),
    workloads: informer,
    catalogue,
    identity: createClusterIdentity(cluster, database),
    waiting,
    dunning,
    startsPerHour,
    credits,
    metrics,
    log,
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
  // Before all is listed, a suspended tenant looks like one without limits.
  const known = synced(catalogue, context, signal);
  const working = known.then(() => queue.run(CONCURRENCY, reconcile));
  const sweeping = known.then(() =>
    keepSweeping(context, options, { queue, signal, onSwept: ready.resolve }),
  );
  const reviewing = known.then(() => keepDunning(context, options, signal));
  return {
    ready: ready.promise.then(() => undefined),
    async stop() {
      for (const end of unsubscribe) end();
      stopping.abort();
      queue.close();
      await Promise.all([sweeping, reviewing, working, informer.stop(), stopCatalogue(catalogue)]);
    },
  };
}

/** What decides whether an order can be taken. */
function offers({ skus, regions, images, pricingPolicies, tenants }: Catalogue): Informer<ApiObject>[] {
  return [skus, regions, images, pricingPolicies, tenants];
}

/** Workloads whose owners wait for the return of this node. */
function lostWith(node: string, { store }: Informer<Workload>): string[] {
  return store
    .list()
    .filter(({ status }) => status?.halt?.node === node)
    .map(({ metadata }) => objectKey(metadata));
}

/** The status alone changes often and does not affect offers. */
function isOtherOffer(before: ApiObject | undefined, after: ApiObject | undefined): boolean {
  return before?.metadata.generation !== after?.metadata.generation;
}

interface Sweeping {
  readonly queue: WorkQueue;
  readonly signal: AbortSignal;
  readonly onSwept: (value: undefined) => void;
}

async function keepSweeping(
  context: WorkerContext,
  options: WorkerOptions,
  { queue, signal, onSwept }: Sweeping,
): Promise<void> {
  const pass = createSlowPass();
  await repeat(options, signal, async () => {
    await sweep(context, pass, (key) => queue.add(key));
    context.metrics.swept();
    onSwept(undefined);
  });
}

/** Beside the sweeps: charging waits for no notice, however many wallets are due. */
async function keepDunning(
  context: WorkerContext,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  await repeat(options, signal, async () => {
    if (await context.identity.isOurs()) await dunDue(context, signal);
    context.metrics.reviewed();
  });
}

function repeat(
  { sweepMs: pauseMs = SWEEP_MS, log }: WorkerOptions,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  return keepDoing({ log, pauseMs, signal, failed: 'A sweep failed and will be repeated' }, work);
}

async function synced(
  catalogue: Catalogue,
  { workloads }: WorkerContext,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([catalogueSynced(catalogue), workloads.synced]).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
