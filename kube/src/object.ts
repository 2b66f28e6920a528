import type { ObjectMeta, ResourceDefinition } from '@gpulease/crds';

/** What every object of the API has, whatever else is in it. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** The least that is kept of an object: what names it, and tells it from its namesakes and from its own past. */
export interface Identified {
  metadata: ObjectRef & { uid?: string | undefined; resourceVersion?: string | undefined };
}

/** Names one object of a kind. */
export interface ObjectRef {
  name: string;
  /** Absent for objects that belong to no namespace. */
  namespace?: string | undefined;
}

/** All of `T`'s fields, at every depth, may be left out: what server-side apply takes. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

/** An object to be created; its kind is known from the definition. */
export type NewObject<T extends ApiObject> = Omit<T, 'apiVersion' | 'kind' | 'status'> &
  Partial<Pick<T, 'apiVersion' | 'kind'>>;

/** The fields of an object that a manager wants to own; its kind is known from the definition. */
export type Application<T extends ApiObject> = DeepPartial<Omit<T, 'metadata'>> & {
  metadata: Omit<DeepPartial<ObjectMeta>, 'name'> & { name: string };
};

/** `namespace/name`, or `name` without a namespace. */
export function objectKey({ name, namespace }: ObjectRef): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The reference that `objectKey` made the key of. */
export function parseObjectKey(key: string): ObjectRef {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Whether one resourceVersion is older than another. They are numbers that grow with every write; none at all is the oldest. */
export function isOlderVersion(one: string | undefined, other: string | undefined): boolean {
  return BigInt(one ?? 0) < BigInt(other ?? 0);
}

/** `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: ResourceDefinition<unknown>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a collection, or of one object of it when a name is given. Throws where a name is no single segment. */
export function resourcePath(definition: ResourceDefinition<unknown>, ref: Partial<ObjectRef>): string {
  const { group, version, plural, namespaced } = definition;
  const prefix = group === '' ? ['/api', version] : ['/apis', group, version];
  const namespace = namespaced && ref.namespace !== undefined ? ['namespaces', ref.namespace] : [];
  const name = ref.name === undefined ? [] : [ref.name];
  const [root, ...segments] = [...prefix, ...namespace, plural, ...name];
  return [root, ...segments.map(pathSegment)].join('/');
}

/** The API server decodes %2F and looks at the parts, so a name with a slash would choose another path (its own rule is `IsValidPathSegmentName`). */
function pathSegment(name: string): string {
  if (name === '.' || name === '..' || /[/%]/.test(name))
    throw new Error(`${name} cannot be the name of an object`);
  return encodeURIComponent(name);
}

/** Sorts objects by their age; of those made in the same second it is the name or uid that decides. */
export function seniority({ metadata }: Pick<ApiObject, 'metadata'>, tie: 'name' | 'uid'): string {
  return `${metadata.creationTimestamp ?? ''}/${metadata[tie] ?? ''}`;
}

/** Compares two objects by their ranks, the lesser first. */
export function byRank<T>(rank: (one: T) => string): (one: T, other: T) => number {
  return (one, other) => (rank(one) < rank(other) ? -1 : 1);
}

/**
 * The value without fields that are undefined or, at whatever depth, objects that hold nothing. Server-side apply turns
 * an empty object into null where it held something before, and the API server refuses that. Lists are kept as they are.
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
