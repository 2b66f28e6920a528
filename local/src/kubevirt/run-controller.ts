import {
  isConflict,
  isNotFound,
  objectKey,
  parseObjectKey,
  type Informer,
  type ObjectRef,
} from '@gpulease/kube';
import { Controller, type Requeue } from '@gpulease/operator/runtime/controller';
import type { ControllerMetrics } from '@gpulease/operator/runtime/metrics';
import type { World } from './world.ts';

const WORKERS = 4;

interface ControllerPlan {
  name: string;
  /** Reconciles one object. An error triggers a retry. */
  reconcile: (ref: ObjectRef) => Promise<Requeue | undefined>;
  /** Sources of the keys to reconcile. */
  sources: readonly Source[];
}

/** Calls `add` with the key of each existing object and each change. Returns a function that stops it. */
type Source = (add: (key: string) => void) => () => void;

export function keysOf(objects: readonly { metadata: ObjectRef }[]): string[] {
  return objects.map(({ metadata }) => objectKey(metadata));
}

/** Returns a source that maps each changed object of an informer to the keys to reconcile. */
export function watching<T extends { metadata: ObjectRef }>(
  informer: Informer<T>,
  keysFor: (object: T) => readonly (string | undefined)[] = (object) => keysOf([object]),
): Source {
  return (add) => {
    const addAll = (object: T): void => {
      for (const key of keysFor(object)) if (key !== undefined) add(key);
    };
    const end = informer.onChange((_key, before, after) => {
      const object = after ?? before;
      if (object !== undefined) addAll(object);
    });
    informer.store.list().forEach(addAll);
    return end;
  };
}

/** Starts a controller. The returned function stops it after the current reconciles finish. */
export function runController(
  { clock, logger }: World,
  { name, reconcile, sources }: ControllerPlan,
): () => Promise<void> {
  const controller = new Controller({
    name,
    workers: WORKERS,
    reconcile: (key) => reconcile(parseObjectKey(key)),
    // The sources report existing objects.
    keys: () => [],
    clock,
    logger,
    metrics: unmeasured,
    isConflict: (error) => isConflict(error) || isNotFound(error),
  });
  controller.start();
  const ends = sources.map((source) => source((key) => controller.queue.add(key)));
  return async () => {
    for (const end of ends) end();
    await controller.stop();
  };
}

const ignore = (): void => undefined;

const unmeasured: ControllerMetrics = {
  queue: { added: ignore, started: ignore, finished: ignore, retried: ignore },
  workers: ignore,
  began: ignore,
  ended: ignore,
};
