import { randomUUID } from 'node:crypto';
import { createRateLimiter, WorkQueue, type Clock } from '@gpulease/kube';
import type { Logger } from './logger.ts';
import type { ControllerMetrics, ReconcileResult } from './metrics.ts';

/** When to reconcile again without an event; undefined means only on an event. */
export interface Requeue {
  afterMs: number;
}

export interface ReconcileContext {
  logger: Logger;
}

/** Reconciles the object with this key (`name` or `namespace/name`). Throws to be retried. */
export type Reconcile = (key: string, context: ReconcileContext) => Promise<Requeue | undefined>;

export interface ControllerOptions {
  name: string;
  workers: number;
  reconcile: Reconcile;
  /** Returns the ID of the portal's request that a reconcile belongs to, for the log. */
  requestOf?: (key: string) => string | undefined;
  /** Returns all keys to reconcile. */
  keys: () => Iterable<string>;
  clock: Clock;
  logger: Logger;
  metrics: ControllerMetrics;
  /** Whether an error is an ordinary race with another writer, which is retried but not logged as an error. */
  isConflict?: (error: unknown) => boolean;
}

/** Creates a controller with the shared clock, log and metrics. */
export type CreateController = (
  options: Pick<ControllerOptions, 'name' | 'workers' | 'reconcile' | 'requestOf' | 'keys'>,
) => Controller;

/**
 * Every key is reconciled about this often in case an event was missed: after 90 to 110 percent of the period, each key at a
 * random time within the spread.
 */
const RESYNC_MS = 36_000_000;
const RESYNC_SPREAD_MS = 600_000;

/** Runs one reconcile function over a queue of keys with a fixed number of workers. */
export class Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  private readonly options: ControllerOptions;
  private working: Promise<void> | undefined;
  private cancelResync = (): void => undefined;

  constructor(options: ControllerOptions) {
    this.options = options;
    this.name = options.name;
    this.queue = new WorkQueue(options.clock, createRateLimiter(options.clock), options.metrics.queue);
  }

  /** Starts the workers with all existing keys. Call once, when the caches it reads are in sync. */
  start(): void {
    if (this.working !== undefined) throw new Error(`Controller ${this.name} is already started`);
    this.options.metrics.workers(this.options.workers);
    this.queue.open();
    for (const key of this.options.keys()) this.queue.add(key);
    this.resyncLater();
    this.working = this.queue.run(this.options.workers, (key) => this.reconcileOne(key));
  }

  /** Accepts no more keys and resolves when running reconciles are done. */
  async stop(): Promise<void> {
    this.cancelResync();
    this.queue.close();
    await this.working;
  }

  private resyncLater(): void {
    const { clock, keys } = this.options;
    this.cancelResync = clock.after(RESYNC_MS * (0.9 + Math.random() / 5), () => {
      for (const key of keys()) this.queue.addAfter(key, Math.random() * RESYNC_SPREAD_MS);
      this.resyncLater();
    });
  }

  private async reconcileOne(key: string): Promise<number | undefined> {
    const { clock, metrics, reconcile, requestOf } = this.options;
    const ids = { reconcileID: randomUUID(), request_id: requestOf?.(key) };
    const logger = this.options.logger.child({ controller: this.name, key, ...ids });
    const began = clock.now().getTime();
    const ended = (result: ReconcileResult) => metrics.ended(result, (clock.now().getTime() - began) / 1000);
    metrics.began();
    try {
      const requeue = await reconcile(key, { logger });
      ended(requeue === undefined ? 'success' : 'requeue_after');
      return requeue?.afterMs;
    } catch (error) {
      const expected = this.options.isConflict?.(error) ?? false;
      logger[expected ? 'debug' : 'error']({ err: error }, 'Reconciliation failed, will retry');
      ended(expected ? 'requeue' : 'error');
      throw error;
    }
  }
}
