import { objectKey, type Identified, type ObjectRef } from './object.ts';

/** Returns the values under which an index holds an object. */
export type Indexer<T> = (object: T) => readonly string[];
export type Indexers<T> = Readonly<Record<string, Indexer<T>>>;

/** The objects of a kind as last seen. They are shared: copy before changing one. */
export interface Store<T> {
  readonly size: number;
  get(ref: ObjectRef): T | undefined;
  list(): T[];
  /** Returns the objects that the index holds under `value`. Throws on an unknown index. */
  byIndex(index: string, value: string): T[];
}

/** A store that updates its indexes on every change. */
export class IndexedStore<T extends Identified> implements Store<T> {
  readonly #indexers: Indexers<T>;
  readonly #objects = new Map<string, T>();
  /** Keys of objects by index name and value. */
  readonly #keys = new Map<string, Map<string, Set<string>>>();

  constructor(indexers: Indexers<T> = {}) {
    this.#indexers = indexers;
    for (const index of Object.keys(indexers)) this.#keys.set(index, new Map());
  }

  get size(): number {
    return this.#objects.size;
  }

  get(ref: ObjectRef): T | undefined {
    return this.#objects.get(objectKey(ref));
  }

  list(): T[] {
    return [...this.#objects.values()];
  }

  byIndex(index: string, value: string): T[] {
    const keysByValue = this.#keys.get(index);
    if (keysByValue === undefined) throw new Error(`The store has no index ${index}`);
    return [...(keysByValue.get(value) ?? [])].flatMap((key) => this.#objects.get(key) ?? []);
  }

  put(object: T): void {
    this.delete(object.metadata);
    const key = objectKey(object.metadata);
    this.#objects.set(key, object);
    for (const [keysByValue, value] of this.#places(object)) {
      const keys = keysByValue.get(value);
      if (keys === undefined) keysByValue.set(value, new Set([key]));
      else keys.add(key);
    }
  }

  delete(ref: ObjectRef): void {
    const key = objectKey(ref);
    const object = this.#objects.get(key);
    if (object === undefined) return;
    this.#objects.delete(key);
    for (const [keysByValue, value] of this.#places(object)) {
      keysByValue.get(value)?.delete(key);
      if (keysByValue.get(value)?.size === 0) keysByValue.delete(value);
    }
  }

  /** Returns each index and value that hold an object. */
  #places(object: T): [Map<string, Set<string>>, string][] {
    return [...this.#keys].flatMap(([index, keysByValue]) =>
      (this.#indexers[index]?.(object) ?? []).map((value): [Map<string, Set<string>>, string] => [
        keysByValue,
        value,
      ]),
    );
  }
}
