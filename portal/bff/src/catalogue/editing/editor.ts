/** Creates, changes and deletes the objects of one catalogue kind for operators. */
import type { ErrorReason } from '@gpulease/contract/errors';
import { fieldManagers, type KubeObject, type ResourceDefinition } from '@gpulease/crds';
import { retryOnConflict, type Cluster, type NewObject, type ResourceClient } from '@gpulease/kube';
import { ProductError } from '../../http/product-error.ts';
import { managedBy } from '../managed-by.ts';
import { inUse, refusedChange, refusedDeletion, type FieldPaths } from './refusal.ts';
import { asPatch } from './spec.ts';
import type { Uses } from './uses.ts';

export type CatalogueObject = KubeObject<object, unknown>;

/** The specifics of a kind whose objects can be created and changed. */
export interface ChangedKind<T extends CatalogueObject> {
  readonly definition: ResourceDefinition<T>;
  readonly paths: FieldPaths;
}

/** The specifics of a kind whose objects can also be deleted. */
export interface EditedKind<T extends CatalogueObject> extends ChangedKind<T> {
  /** Returns the references to an object, which prevent its deletion. */
  readonly uses: (object: T) => Uses;
  /** The error reason for an object in use. */
  readonly inUse: ErrorReason;
}

/** An object before and after a change. */
export interface Changed<T> {
  readonly before: T;
  readonly after: T;
}

export type Changer<T extends CatalogueObject> = ReturnType<typeof createChanger<T>>;
export type Editor<T extends CatalogueObject> = ReturnType<typeof createEditor<T>>;

export function createChanger<T extends CatalogueObject>(cluster: Cluster, kind: ChangedKind<T>) {
  const client = cluster.resource(kind.definition);
  const options = { fieldManager: fieldManagers.portal };
  return {
    /** Reads the object from the API server, including its managers. Throws RESOURCE_NOT_FOUND. */
    get: (name: string): Promise<T> => client.get({ name }),
    /** Throws NAME_TAKEN, INVALID_ARGUMENT with fields, and FORBIDDEN if an admission policy denies it. */
    create: (name: string, spec: object): Promise<T> =>
      orRefused(client.create({ metadata: { name }, spec } as unknown as NewObject<T>, options), (error) =>
        refusedChange(error, kind.paths),
      ),
    /**
     * Merges into the spec; undefined fields are removed. Throws like `create`, STALE if the spec changed since `etag`, and
     * MANAGED_FROM_GIT.
     */
    change: (name: string, etag: string, spec: object): Promise<Changed<T>> =>
      retryOnConflict(async () => {
        const before = await asSeen(client, name, etag);
        const { uid, resourceVersion } = before.metadata;
        const patch = { metadata: { uid, resourceVersion }, spec: asPatch(spec) };
        const after = await orRefused(client.mergePatch({ name }, patch, options), (error) =>
          refusedChange(error, kind.paths),
        );
        return { before, after };
      }),
  };
}

export function createEditor<T extends CatalogueObject>(cluster: Cluster, kind: EditedKind<T>) {
  const client = cluster.resource(kind.definition);
  return {
    ...createChanger(cluster, kind),
    /** Deletes the object. Throws STALE, MANAGED_FROM_GIT, and IN_USE with the references. */
    remove: (name: string, etag: string): Promise<void> =>
      retryOnConflict(async () => {
        const object = await asSeen(client, name, etag);
        const uses = kind.uses(object);
        if (uses.total > 0) throw inUse(uses, kind.inUse);
        const { uid, resourceVersion } = object.metadata;
        await orRefused(client.delete({ name }, { uid, resourceVersion }), (error) =>
          refusedDeletion(error, uses, kind.inUse),
        );
      }),
  };
}

/** Returns the object to change. Throws STALE if the caller saw another version, and MANAGED_FROM_GIT. */
async function asSeen<T extends CatalogueObject>(client: ResourceClient<T>, name: string, etag: string) {
  const object = await client.get({ name });
  if (String(object.metadata.generation) !== etag)
    throw new ProductError('REQUEST_FAILED', { reason: 'STALE' });
  if (managedBy(object.metadata)) throw new ProductError('FORBIDDEN', { reason: 'MANAGED_FROM_GIT' });
  return object;
}

async function orRefused<R>(request: Promise<R>, refusal: (error: unknown) => unknown): Promise<R> {
  try {
    return await request;
  } catch (error) {
    throw refusal(error);
  }
}
