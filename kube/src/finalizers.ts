import { ApiError, isInvalid, isNotFound } from './api-error.ts';
import type { ApiObject } from './object.ts';
import type { ResourceClient } from './resource-client.ts';
import type { JsonPatchOperation } from './resource-options.ts';
import { retry } from './retry.ts';

export function hasFinalizer({ metadata }: ApiObject, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) ?? false;
}

/** Whether deletion of the object was requested. */
export function isDeleting({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Adds a finalizer if it is missing and returns the resulting object. Throws NotFound when the object is gone. */
export async function addFinalizer<T extends ApiObject>(
  client: ResourceClient<T>,
  object: T,
  finalizer: string,
): Promise<T> {
  return patchFinalizers(client, object, (current) => {
    const existing = current.metadata.finalizers ?? [];
    if (existing.includes(finalizer)) return undefined;
    return [
      ...isUnchanged(current),
      { op: 'add', path: '/metadata/finalizers', value: [...existing, finalizer] },
    ];
  });
}

/** Removes a finalizer if present. Returns the resulting object, or undefined if the object is gone. */
export async function removeFinalizer<T extends ApiObject>(
  client: ResourceClient<T>,
  object: T,
  finalizer: string,
): Promise<T | undefined> {
  try {
    const left = await patchFinalizers(client, object, (current) => {
      const index = current.metadata.finalizers?.indexOf(finalizer) ?? -1;
      if (index < 0) return undefined;
      return [...isUnchanged(current), { op: 'remove', path: `/metadata/finalizers/${index}` }];
    });
    return isDeleting(left) && (left.metadata.finalizers ?? []).length === 0 ? undefined : left;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Applies the patch of `plan`. If the finalizers changed meanwhile, plans again from the current object. */
async function patchFinalizers<T extends ApiObject>(
  client: ResourceClient<T>,
  object: T,
  plan: (current: T) => JsonPatchOperation[] | undefined,
): Promise<T> {
  let current = object;
  const attempt = async (): Promise<T> => {
    const operations = plan(current);
    if (operations === undefined) return current;
    try {
      return await client.jsonPatch(object.metadata, operations);
    } catch (error) {
      if (isInvalid(error)) current = await getSame(client, object);
      throw error;
    }
  };
  return retry(attempt, { when: isInvalid });
}

/** Returns the current object. Throws NotFound also when a new object has its name. */
async function getSame<T extends ApiObject>(client: ResourceClient<T>, { metadata, kind }: T): Promise<T> {
  const current = await client.get(metadata);
  if (current.metadata.uid === metadata.uid) return current;
  const message = `${kind} ${metadata.name} was deleted; another one has its name now`;
  throw new ApiError({ code: 404, reason: 'NotFound', message });
}

/** Tests that the object is the same one and has the finalizers we last saw. */
function isUnchanged({ metadata: { uid, finalizers } }: ApiObject): JsonPatchOperation[] {
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/metadata/finalizers', value: finalizers ?? null },
  ];
}
