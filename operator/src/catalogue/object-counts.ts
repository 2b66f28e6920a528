import type { Informer } from '@gpulease/kube';

/** Counts the objects of an informer by a value; each change looks only at the changed object. */
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
