import { phaseOf, type Workload } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import type { Caches } from '../caches.ts';

/** Counts the objects of an informer by value. Each change reads only the changed object. */
export class ObjectCounts<T> {
  private readonly counts = new Map<string, number>();

  /** Calls `changed` with each value whose count has changed, and the count. Create it before the informer syncs. */
  constructor(
    informer: Informer<T>,
    valuesOf: (object: T) => readonly string[],
    changed: (value: string, count: number) => void,
  ) {
    const add = (object: T, change: number): void => {
      for (const value of valuesOf(object)) this.counts.set(value, this.of(value) + change);
    };
    for (const object of informer.store.list()) add(object, 1);
    informer.onChange((_, before, after) => {
      if (before !== undefined) add(before, -1);
      if (after !== undefined) add(after, 1);
      const old = new Set(before === undefined ? [] : valuesOf(before));
      const now = new Set(after === undefined ? [] : valuesOf(after));
      for (const value of new Set([...old, ...now]))
        if (old.has(value) !== now.has(value)) changed(value, this.of(value));
    });
  }

  of(value: string): number {
    return this.counts.get(value) ?? 0;
  }
}

/** How many workloads name a catalogue object. */
export interface WorkloadCounts {
  /** All workloads. While there are any, the object cannot be deleted. */
  naming: number;
  /** Workloads that must not lose the object, even if it is deleted just as they are created. */
  needing: number;
}

/** Counts the workloads that name objects of one kind. Create it before the caches sync. */
export class WorkloadReferences {
  private readonly naming: ObjectCounts<Workload>;
  private readonly needing: ObjectCounts<Workload>;

  /** Calls `changed` with each name whose count has changed, and the count. */
  constructor(
    caches: Caches,
    nameOf: (workload: Workload) => string,
    changed: (name: string, count: number) => void,
  ) {
    const { informer } = caches.workloads;
    this.naming = new ObjectCounts(informer, (workload) => [nameOf(workload)], changed);
    this.needing = new ObjectCounts(
      informer,
      (workload) => (isNeedy(workload) ? [nameOf(workload)] : []),
      changed,
    );
  }

  of(name: string): WorkloadCounts {
    return { naming: this.naming.of(name), needing: this.needing.of(name) };
  }
}

/** Whether the workload has a placement or a machine, or may get one. A workload that failed before that needs nothing. */
export function isNeedy(workload: Workload): boolean {
  const { status } = workload;
  return (
    phaseOf(workload) === 'Pending' || status?.placed !== undefined || status?.virtualMachine !== undefined
  );
}
