import type { ObjectMeta, ResourceDefinition } from '@gpulease/crds';

/** The fields that every object of the API has. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** The least that a cache keeps of an object: its name, uid and version. */
export interface Identified {
  metadata: ObjectRef & { uid?: string | undefined; resourceVersion?: string | undefined };
}

/** Identifies one object of a kind. */
export interface ObjectRef {
  name: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string | undefined;
}

/** `T` with optional fields at every depth, as server-side apply takes it. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

/** An object to create; its kind comes from the definition. */
export type NewObject<T extends ApiObject> = Omit<T, 'apiVersion' | 'kind' | 'status'> &
  Partial<Pick<T, 'apiVersion' | 'kind'>>;

/** The fields of an object that a field manager applies; its kind comes from the definition. */
export type Application<T extends ApiObject> = DeepPartial<Omit<T, 'metadata'>> & {
  metadata: Omit<DeepPartial<ObjectMeta>, 'name'> & { name: string };
};

/** Returns `namespace/name`, or `name` without a namespace. */
export function objectKey({ name, namespace }: ObjectRef): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The inverse of `objectKey`. */
export function parseObjectKey(key: string): ObjectRef {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Whether one resourceVersion is older than another. They are numbers that grow with every write; undefined is the oldest. */
export function isOlderVersion(one: string | undefined, other: string | undefined): boolean {
  return BigInt(one ?? 0) < BigInt(other ?? 0);
}

/** Returns the apiVersion, such as `v1` or `apps/v1`. */
export function apiVersionOf({ group, version }: ResourceDefinition<unknown>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Returns the path of a collection, or of one object if named. Throws if a name is not a single path segment. */
export function resourcePath(definition: ResourceDefinition<unknown>, ref: Partial<ObjectRef>): string {
  const { group, version, plural, namespaced } = definition;
  const prefix = group === '' ? ['/api', version] : ['/apis', group, version];
  const namespace = namespaced && ref.namespace !== undefined ? ['namespaces', ref.namespace] : [];
  const name = ref.name === undefined ? [] : [ref.name];
  const [root, ...segments] = [...prefix, ...namespace, plural, ...name];
  return [root, ...segments.map(pathSegment)].join('/');
}

/** The API server decodes %2F before routing, so a slash in a name would select another path (its rule: `IsValidPathSegmentName`). */
function pathSegment(name: string): string {
  if (name === '.' || name === '..' || /[/%]/.test(name))
    throw new Error(`${name} cannot be the name of an object`);
  return encodeURIComponent(name);
}

/** Returns a sort key by age; the name or uid breaks ties within the same second. */
export function seniority({ metadata }: Pick<ApiObject, 'metadata'>, tie: 'name' | 'uid'): string {
  return `${metadata.creationTimestamp ?? ''}/${metadata[tie] ?? ''}`;
}

/** Returns a comparator by rank, ascending. */
export function byRank<T>(rank: (one: T) => string): (one: T, other: T) => number {
  return (one, other) => (rank(one) < rank(other) ? -1 : 1);
}

/**
 * Returns the value without undefined fields and, at any depth, empty objects. Server-side apply turns an object that
 * becomes empty into null, which the API server rejects. Lists are kept unchanged.
 */
export function withoutEmpty<T extends object>(value: T): T {
  const entries = Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (!isPlainObject(field)) return field === undefined ? [] : [[name, field]];
    const kept = withoutEmpty(field);
    return Object.keys(kept).length === 0 ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries) as T;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
