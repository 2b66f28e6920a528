import type { OwnerReference } from '@gpulease/crds';
import type { ApiObject } from './object.ts';

/**
 * Makes `owner` the controller of the object that has the reference: it goes when its owner goes.
 * @throws when `owner` has no uid, as one that was never read from the API
 */
export function controllerReference(owner: ApiObject): Required<OwnerReference> {
  const { name, uid } = owner.metadata;
  if (uid === undefined) throw new Error(`${owner.kind} ${name} has no uid, so nothing can be owned by it`);
  const { apiVersion, kind } = owner;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The owner that controls an object, if there is one. */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}
