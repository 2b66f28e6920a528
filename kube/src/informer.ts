import type { ResourceDefinition } from '@gpulease/crds';
import { systemClock, type Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { silentLogger, type Logger } from './logger.ts';
import { isKindMissing } from './missing-kind.ts';
import { isOlderVersion, objectKey, type ApiObject, type Identified } from './object.ts';
import { Reflector, type ReflectorTarget } from './reflector.ts';
import { IndexedStore, type Indexers, type Store } from './store.ts';

export interface InformerOptions<T> {
  /** Absent: all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  indexers?: Indexers<T> | undefined;
  /** Keeps the names of the field managers, which identify objects from Git, and drops only their lists of fields. */
  keepsManagers?: boolean | undefined;
  /**
   * The kind may not be installed, such as KubeVirt's. The informer then counts as synced without objects, and watches the
   * kind once it is installed. Reads the CustomResourceDefinition to decide, since an API server that has just started
   * may not serve a kind that is installed.
   */
  mayBeMissing?: boolean | undefined;
  logger?: Logger | undefined;
  clock?: Clock | undefined;
  /** The server ends each watch after this time; default 290 seconds. */
  serverTimeoutSeconds?: number | undefined;
  /** A watch that is idle for this long counts as dead; default the server's timeout plus 5 seconds. */
  idleMs?: number | undefined;
}

/** Reduces each object, without its managedFields, to the part to cache. */
export type Keep<T extends ApiObject, Kept extends Identified> = (object: T) => Kept;

/** Handles a change: `before` is absent for a new object, `after` for a deleted one. `key` is `namespace/name` or `name`. */
export type ChangeHandler<T> = (key: string, before: T | undefined, after: T | undefined) => void;

/** A live cache of the objects of one kind. */
export interface Informer<T> {
  readonly store: Store<T>;
  /** Resolves after the first complete list; rejects when the informer is stopped before. */
  readonly synced: Promise<void>;
  readonly hasSynced: boolean;
  /** The newest resourceVersion that the store reflects; undefined before the first list. */
  readonly resourceVersion: string | undefined;
  /** How long there has been no watch and the store may be stale, in milliseconds; 0 while a watch is open. */
  readonly disconnectedMs: number;
  /** False while the kind is known not to be installed. */
  readonly isServed: boolean;
  /**
   * Calls `handler` on every change from now on, not for objects already in the store. Logs a handler that throws.
   * Returns a function that unsubscribes it.
   */
  onChange(handler: ChangeHandler<T>): () => void;
  /** Calls `handler` when the kind turns out to be missing, and when it is installed. Returns an unsubscribe function. */
  onServedChange(handler: () => void): () => void;
  /** Ends the watch. Resolves when every connection is closed. */
  stop(): Promise<void>;
}

/**
 * Starts to list and watch. The informer catches up after any connection failure, including on deletions. It stores what
 * `keep` returns for each object; by default the whole object without its managedFields.
 */
export function startInformer<T extends ApiObject, Kept extends Identified>(
  cluster: Cluster,
  definition: ResourceDefinition<T>,
  options: InformerOptions<Kept> & { keep: Keep<T, Kept> },
): Informer<Kept>;
export function startInformer<T extends ApiObject>(
  cluster: Cluster,
  definition: ResourceDefinition<T>,
  options?: InformerOptions<T>,
): Informer<T>;
export function startInformer<T extends ApiObject>(
  cluster: Cluster,
  definition: ResourceDefinition<T>,
  options: InformerOptions<Identified> & { keep?: Keep<T, Identified> } = {},
): Informer<Identified> {
  const { mayBeMissing = false } = options;
  const { indexers, logger = silentLogger, clock = systemClock, serverTimeoutSeconds, idleMs } = options;
  const { namespace, labelSelector, fieldSelector, keep = whole, keepsManagers } = options;
  const mirror = new Mirror<Identified>(definition.plural, indexers, logger);
  const reflector = new Reflector<T, Identified>({
    client: cluster.resource(definition),
    selection: { namespace, labelSelector, fieldSelector },
    target: mirror,
    keep,
    keepsManagers,
    ...(mayBeMissing ? { isKindMissing: () => isKindMissing(cluster, definition) } : {}),
    clock,
    logger,
    serverTimeoutSeconds,
    idleMs,
  });
  return new RunningInformer(mirror, reflector, definition.plural);
}

function whole<T>(object: T): T {
  return object;
}

class RunningInformer<T extends Identified> implements Informer<T> {
  readonly store: Store<T>;
  readonly synced: Promise<void>;
  readonly #mirror: Mirror<T>;
  readonly #reflector: Pick<Reflector<ApiObject, T>, 'run' | 'disconnectedMs'>;
  readonly #stopped = new AbortController();
  readonly #run: Promise<void>;

  constructor(
    mirror: Mirror<T>,
    reflector: Pick<Reflector<ApiObject, T>, 'run' | 'disconnectedMs'>,
    resource: string,
  ) {
    this.#mirror = mirror;
    this.#reflector = reflector;
    this.store = mirror.store;
    this.#run = reflector.run(this.#stopped.signal);
    const stoppedBefore = this.#run.then(() => {
      throw new Error(`The informer of ${resource} was stopped before it had listed them`);
    });
    this.synced = Promise.race([mirror.listed, stoppedBefore]);
    // Prevents an unhandled rejection when no caller awaits it.
    this.synced.catch(() => undefined);
  }

  get hasSynced(): boolean {
    return this.#mirror.hasListed;
  }

  get resourceVersion(): string | undefined {
    return this.#mirror.resourceVersion;
  }

  get disconnectedMs(): number {
    return this.#reflector.disconnectedMs;
  }

  get isServed(): boolean {
    return this.#mirror.isServed;
  }

  onServedChange(handler: () => void): () => void {
    this.#mirror.servedHandlers.add(handler);
    return () => {
      this.#mirror.servedHandlers.delete(handler);
    };
  }

  onChange(handler: ChangeHandler<T>): () => void {
    this.#mirror.handlers.add(handler);
    return () => {
      this.#mirror.handlers.delete(handler);
    };
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#run;
  }
}

/** Applies the reflector's observations to the store and notifies the handlers of the changes. */
class Mirror<T extends Identified> implements ReflectorTarget<T> {
  readonly store: IndexedStore<T>;
  readonly handlers = new Set<ChangeHandler<T>>();
  readonly listed: Promise<void>;
  readonly servedHandlers = new Set<() => void>();
  hasListed = false;
  isServed = true;
  resourceVersion: string | undefined;
  readonly #resolveListed: () => void;
  readonly #resource: string;
  readonly #logger: Logger;

  constructor(resource: string, indexers: Indexers<T> | undefined, logger: Logger) {
    this.store = new IndexedStore(indexers);
    this.#resource = resource;
    this.#logger = logger;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.listed = promise;
    this.#resolveListed = () => {
      resolve(undefined);
    };
  }

  replace(objects: T[], resourceVersion: string): void {
    this.resourceVersion = resourceVersion;
    this.#fill(objects);
    this.#setServed(true);
  }

  kindMissing(): void {
    this.#fill([]);
    this.#setServed(false);
  }

  #fill(objects: T[]): void {
    const present = new Set(objects.map(({ metadata }) => objectKey(metadata)));
    for (const object of this.store.list()) {
      if (!present.has(objectKey(object.metadata))) this.remove(object);
    }
    for (const object of objects) this.put(object);
    this.hasListed = true;
    this.#resolveListed();
  }

  put(object: T): void {
    this.#reach(object);
    const before = this.store.get(object.metadata);
    if (before !== undefined && before.metadata.resourceVersion === object.metadata.resourceVersion) return;
    // The object was deleted and recreated under the same name while disconnected.
    const isReplaced = before !== undefined && before.metadata.uid !== object.metadata.uid;
    if (isReplaced) this.remove(before);
    this.store.put(object);
    this.#notify(isReplaced ? undefined : before, object);
  }

  remove(object: Identified): void {
    this.#reach(object);
    const before = this.store.get(object.metadata);
    if (before === undefined) return;
    this.store.delete(object.metadata);
    this.#notify(before, undefined);
  }

  /** Advances the resourceVersion. That of a list is at least as new as those of its objects. */
  #reach({ metadata: { resourceVersion } }: Identified): void {
    if (resourceVersion !== undefined && isOlderVersion(this.resourceVersion, resourceVersion))
      this.resourceVersion = resourceVersion;
  }

  #setServed(isServed: boolean): void {
    if (isServed === this.isServed) return;
    this.isServed = isServed;
    const what = isServed
      ? 'The resource is now installed'
      : 'The cluster does not have this resource; waiting for its installation';
    this.#logger.info({ resource: this.#resource }, what);
    for (const handler of this.servedHandlers) this.#call(handler, this.#resource);
  }

  #notify(before: T | undefined, after: T | undefined): void {
    const metadata = (after ?? before)?.metadata;
    if (metadata === undefined) return;
    const key = objectKey(metadata);
    for (const handler of this.handlers) this.#call(() => handler(key, before, after), key);
  }

  /** Runs a handler, which may be an async function despite its type. */
  #call(handler: () => unknown, key: string): void {
    const log = (error: unknown): void => this.#logger.error({ err: error, key }, 'A change handler failed');
    try {
      Promise.resolve(handler()).catch(log);
    } catch (error) {
      log(error);
    }
  }
}
