import type { OwnerReference } from '@gpulease/crds';
import type { ApiObject } from './object.ts';

/**
 * Returns a reference that makes `owner` the controller of an object, which is deleted with its owner.
 * @throws when `owner` has no uid because it was not read from the API
 */
export function controllerReference(owner: ApiObject): Required<OwnerReference> {
  const { name, uid } = owner.metadata;
  if (uid === undefined) throw new Error(`${owner.kind} ${name} has no uid, so nothing can be owned by it`);
  const { apiVersion, kind } = owner;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Returns the owner that controls an object, if any. */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}
