/** What the methods of ResourceClient take and return. */

export interface ListOptions {
  /** Absent: objects of all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** Gives the reading up. */
  signal?: AbortSignal | undefined;
}

export interface ObjectList<T> {
  items: T[];
  /** The moment that the list shows; a watch from it misses nothing. */
  resourceVersion: string;
}

export interface ListPage<T> extends ObjectList<T> {
  /** Asks for the next page; absent on the last. */
  continueToken?: string | undefined;
}

export interface WriteOptions {
  fieldManager?: string | undefined;
  /** Only check whether the API would take it. */
  dryRun?: boolean | undefined;
}

export interface ApplyOptions extends WriteOptions {
  fieldManager: string;
  /** Take over fields that other managers own, instead of failing with Conflict. */
  force?: boolean | undefined;
}

export interface PatchOptions extends WriteOptions {
  /** Such as `status`. */
  subresource?: string | undefined;
}

export interface DeleteOptions {
  /** Fail with Conflict unless the object is this very one. */
  uid?: string | undefined;
  /** Fail with Conflict unless the object is unchanged since. */
  resourceVersion?: string | undefined;
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
  dryRun?: boolean | undefined;
}

export type JsonPatchOperation =
  { op: 'add' | 'replace' | 'test'; path: string; value: unknown } | { op: 'remove'; path: string };
