import type { ResourceDefinition } from '@gpulease/crds';
import { isDeleting, type Clock, type Cluster, type EventRecorder, type Informer } from '@gpulease/kube';
import type { Controller, CreateController, Requeue } from '../runtime/controller.ts';
import { StatusThrottle } from '../runtime/status-throttle.ts';
import { NewerObjects, type Schema } from '../runtime/newer-objects.ts';
import { readyEvent } from './ready-event.ts';
import { catalogueStatus, countsMayWaitMs, settleCatalogueObject } from './status.ts';
import type { CatalogueObject, Assessment } from './status.ts';

/** How long frequent changes, such as placements, are batched before a reconcile, in milliseconds. */
export const DEBOUNCE_MS = 1000;

export interface CatalogueKind<T extends CatalogueObject> {
  name: string;
  definition: ResourceDefinition<T>;
  schema: Schema;
  informer: Informer<T>;
  /** Does work other than the status, if any, and returns the latest time of the next reconcile. */
  act?: (object: T) => Promise<Requeue | undefined>;
  /** Cleans up once no object of that name exists. */
  afterDeletion?: (name: string) => Promise<void>;
  /** Names of deleted objects that may still need cleanup. */
  leftBehind?: () => Iterable<string>;
  /** Reads only the caches. */
  assess: (object: T, now: Date) => Assessment;
}

interface Tools {
  cluster: Cluster;
  clock: Clock;
  recorder: EventRecorder;
  createController: CreateController;
}

/** Creates a controller that keeps the status of one catalogue kind up to date. */
export function createCatalogueController<T extends CatalogueObject>(
  { cluster, clock, recorder, createController }: Tools,
  kind: CatalogueKind<T>,
): Controller {
  const client = cluster.resource(kind.definition);
  const throttle = new StatusThrottle(clock);
  const leftAlone = new NewerObjects(kind.schema, recorder);
  /** Writes the assessed status, or returns the delay until it may be written, in milliseconds. */
  const update = async (key: string, object: T): Promise<number | undefined> => {
    const assessed = kind.assess(object, clock.now());
    const wanted = catalogueStatus(object, assessed, clock.now());
    const wait = throttle.wait(key, () => countsMayWaitMs(object.status, wanted));
    if (wait > 0 && !isDeleting(object)) return wait;
    const written = await settleCatalogueObject(client, object, assessed, clock.now());
    if (written !== undefined) {
      throttle.note(key);
      assessed.written?.();
    }
    const event = written && readyEvent(object.status, written.status);
    if (event !== undefined) void recorder.record(object, event);
    return undefined;
  };
  const settle = async (key: string, object: T): Promise<Requeue | undefined> => {
    let requeue: Requeue | undefined;
    let wait: number | undefined;
    try {
      requeue = await kind.act?.(object);
    } finally {
      // Even if `act` fails, so that the status stays current.
      wait = await update(key, object);
    }
    return wait === undefined ? requeue : { afterMs: Math.min(wait, requeue?.afterMs ?? wait) };
  };
  const controller = createController({
    name: kind.name,
    workers: 2,
    keys: () => [
      ...kind.informer.store.list().map(({ metadata }) => metadata.name),
      ...(kind.leftBehind?.() ?? []),
    ],
    reconcile: async (key, { logger }) => {
      const object = kind.informer.store.get({ name: key });
      if (object !== undefined) return leftAlone.has(object, logger) ? undefined : settle(key, object);
      throttle.forget(key);
      await kind.afterDeletion?.(key);
      return undefined;
    },
  });
  kind.informer.onChange((key) => controller.queue.add(key));
  return controller;
}

/** Returns a handler that requeues an object after DEBOUNCE_MS, so that changes until then share one reconcile. */
export function enqueueDebounced(controller: Controller): (name: string) => void {
  return (name) => controller.queue.addAfter(name, DEBOUNCE_MS);
}

/**
 * Returns a handler for changes of an object's reference count. The first reference and the end of the last are not
 * debounced: they decide whether the object can be deleted.
 */
export function onReferences(controller: Controller): (name: string, count: number) => void {
  return (name, count) => controller.queue.addAfter(name, count <= 1 ? 0 : DEBOUNCE_MS);
}
