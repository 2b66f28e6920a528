import { isNotFound } from './api-error.ts';
import { backoffDelay, type Backoff } from './retry.ts';
import { sleep, type Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { ApiObject, Identified } from './object.ts';
import {
  countFailures,
  nextState,
  requiresRelist,
  type ReflectorOutcome,
  type ReflectorState,
} from './reflector-state.ts';
import type { ResourceClient } from './resource-client.ts';
import type { ListOptions } from './resource-options.ts';
import type { WatchEvent } from './watch.ts';

/** The receiver of a reflector's observations. */
export interface ReflectorTarget<T> {
  /** Replaces all objects with those as of `resourceVersion`. */
  replace(objects: T[], resourceVersion: string): void;
  put(object: T): void;
  remove(object: Identified): void;
  /** Removes all objects, since the kind is not installed. */
  kindMissing(): void;
}

export interface ReflectorOptions<T extends ApiObject, Kept> {
  client: ResourceClient<T>;
  selection: Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>;
  target: ReflectorTarget<Kept>;
  /** Reduces each object to the part to cache. */
  keep: (object: T) => Kept;
  /** Keeps the managers in managedFields; see InformerOptions. */
  keepsManagers?: boolean | undefined;
  /** Called when the API server responds NotFound; see InformerOptions. */
  isKindMissing?: (() => Promise<boolean>) | undefined;
  clock: Clock;
  logger: Logger;
  /** How long one watch lasts and may be idle; see WatchOptions. */
  serverTimeoutSeconds?: number | undefined;
  idleMs?: number | undefined;
}

/**
 * How often the objects are relisted, to find changes that the watch missed. Jittered by ±10 %, so that the kinds do not
 * relist at the same time.
 */
const RELIST_MS = 3_600_000;

/** How often a missing kind is looked for. */
const MISSING_RETRY_MS = 5_000;
const BACKOFF: Backoff = { baseMs: 500, maxMs: 10_000 };

/** Mirrors the objects of one kind into a target until it is stopped, across connection failures. */
export class Reflector<T extends ApiObject, Kept> {
  readonly #options: ReflectorOptions<T, Kept>;
  #state: ReflectorState = { name: 'Empty' };
  #listed: Kept[] = [];
  #watch: AsyncGenerator<WatchEvent<T>> | undefined;
  #watchStart = 0;
  #relistAt = Infinity;
  #failures = 0;
  /** When the last watch ended; undefined while one is open or the kind is missing. */
  #disconnectedAt: number | undefined;

  constructor(options: ReflectorOptions<T, Kept>) {
    this.#options = options;
    this.#disconnectedAt = options.clock.monotonic();
  }

  /** How long no watch has been open, in milliseconds; 0 while one is open or the kind is missing. */
  get disconnectedMs(): number {
    return this.#disconnectedAt === undefined ? 0 : this.#options.clock.monotonic() - this.#disconnectedAt;
  }

  /** Runs until `signal` is aborted and every connection is closed. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const outcome = await this.#step(signal);
      const failures = countFailures(this.#failures, outcome, this.#watchedMs());
      const mustWait = failures > 0 && (outcome.type === 'Failed' || outcome.type === 'WatchEnded');
      this.#failures = failures;
      this.#state = nextState(this.#state, outcome);
      if (this.#state.name === 'Watching' || outcome.type === 'KindMissing') this.#disconnectedAt = undefined;
      else this.#disconnectedAt ??= clock.monotonic();
      if (outcome.type === 'KindMissing') await sleep(clock, MISSING_RETRY_MS, signal);
      if (mustWait) await sleep(clock, backoffDelay(BACKOFF, failures), signal);
    }
  }

  async #step(signal: AbortSignal): Promise<ReflectorOutcome> {
    try {
      switch (this.#state.name) {
        case 'Empty':
          return await this.#readPage(signal);
        case 'InitPage':
          return await this.#readPage(signal, this.#state.continueToken);
        case 'InitListed':
          return await this.#openWatch(signal, this.#state.resourceVersion);
        case 'Watching':
          return await this.#readEvent();
      }
    } catch (error) {
      if (isNotFound(error) && (await this.#isKindMissing())) return this.#missKind();
      return this.#fail(error, signal);
    }
  }

  async #readPage(signal: AbortSignal, token?: string): Promise<ReflectorOutcome> {
    const { client, selection, target } = this.#options;
    this.#watch = undefined;
    if (token === undefined) this.#listed = [];
    const { items, resourceVersion, continueToken } = await client.listPage({ ...selection, signal }, token);
    this.#listed.push(...items.map((object) => this.#keep(object)));
    if (continueToken === undefined) {
      target.replace(this.#listed, resourceVersion);
      this.#listed = [];
      this.#relistAt = this.#options.clock.monotonic() + RELIST_MS * (0.9 + Math.random() / 5);
    }
    return { type: 'PageRead', resourceVersion, continueToken };
  }

  async #openWatch(signal: AbortSignal, resourceVersion: string): Promise<ReflectorOutcome> {
    const { client, selection, clock, serverTimeoutSeconds, idleMs } = this.#options;
    this.#watch = undefined;
    this.#watch = await client.watch({ ...selection, resourceVersion, signal, serverTimeoutSeconds, idleMs });
    this.#watchStart = clock.monotonic();
    return { type: 'WatchOpened' };
  }

  async #readEvent(): Promise<ReflectorOutcome> {
    const next = await this.#watch?.next();
    if (next === undefined || next.done)
      return { type: 'WatchEnded', relist: this.#options.clock.monotonic() >= this.#relistAt };
    const event = next.value;
    if (event.type === 'BOOKMARK') return { type: 'EventRead', resourceVersion: event.resourceVersion };
    const { target } = this.#options;
    if (event.type === 'DELETED') target.remove(event.object);
    else target.put(this.#keep(event.object));
    return { type: 'EventRead', resourceVersion: event.object.metadata.resourceVersion ?? '' };
  }

  #keep(object: T): Kept {
    const { keep, keepsManagers = false } = this.#options;
    return keep(keepsManagers ? withManagersOnly(object) : withoutManagedFields(object));
  }

  async #isKindMissing(): Promise<boolean> {
    try {
      return (await this.#options.isKindMissing?.()) ?? false;
    } catch {
      return false;
    }
  }

  #missKind(): ReflectorOutcome {
    this.#watch = undefined;
    this.#options.target.kindMissing();
    return { type: 'KindMissing' };
  }

  #fail(error: unknown, signal: AbortSignal): ReflectorOutcome {
    const relist = requiresRelist(error, this.#failures);
    if (!signal.aborted) {
      const { client, logger } = this.#options;
      const fields = {
        err: error,
        resource: client.definition.plural,
        state: this.#state.name,
        failures: this.#failures + 1,
      };
      if (relist) logger.info(fields, 'Relisting because the watch fell behind');
      else logger[client.isInOutage ? 'debug' : 'warn'](fields, 'Could not list or watch, retrying');
    }
    return { type: 'Failed', relist };
  }

  /** Returns how long the watch that just ended lasted, in milliseconds; 0 if there was none. */
  #watchedMs(): number {
    return this.#watch === undefined ? 0 : this.#options.clock.monotonic() - this.#watchStart;
  }
}

/** Reduces each entry of managedFields to its manager and subresource. */
function withManagersOnly<T extends ApiObject>(object: T): T {
  const { managedFields = [] } = object.metadata;
  object.metadata.managedFields = managedFields.map(({ manager, subresource }) => ({
    ...(manager !== undefined && { manager }),
    ...(subresource !== undefined && { subresource }),
  }));
  return object;
}

/** Removes managedFields: only the API server needs them, and they are often half of an object. */
function withoutManagedFields<T extends ApiObject>(object: T): T {
  (object.metadata as { managedFields?: unknown }).managedFields = undefined;
  return object;
}
