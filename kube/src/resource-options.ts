/** Parameters and results of ResourceClient's methods. */

export interface ListOptions {
  /** Absent: objects of all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** Aborts the read. */
  signal?: AbortSignal | undefined;
}

export interface ObjectList<T> {
  items: T[];
  /** The version that the list reflects; a watch from it misses no change. */
  resourceVersion: string;
}

export interface ListPage<T> extends ObjectList<T> {
  /** Requests the next page; absent on the last. */
  continueToken?: string | undefined;
}

export interface WriteOptions {
  fieldManager?: string | undefined;
  /** Only validate the write. */
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
  /** Fail with Conflict unless the object has this uid. */
  uid?: string | undefined;
  /** Fail with Conflict if the object has changed since this version. */
  resourceVersion?: string | undefined;
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
  dryRun?: boolean | undefined;
}

export type JsonPatchOperation =
  { op: 'add' | 'replace' | 'test'; path: string; value: unknown } | { op: 'remove'; path: string };
