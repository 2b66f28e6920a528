import { isDeepStrictEqual } from 'node:util';
import {
  isAlreadyExists,
  isNotFound,
  type ApiObject,
  type JsonPatchOperation,
  type NewObject,
  type ResourceClient,
} from '@gpulease/kube';

interface WithStatus extends ApiObject {
  status?: object;
}

interface StatusWrite {
  /** Absent for kinds without a status subresource. */
  subresource?: 'status';
  /** A label to set in the same write, for kinds without a status subresource. */
  label?: readonly [name: string, value: string];
}

/** Replaces the whole status if it differs. Throws Conflict if the object has changed since it was read. */
export async function replaceStatus<T extends WithStatus>(
  client: ResourceClient<T>,
  object: T,
  status: object,
  { subresource, label }: StatusWrite = {},
): Promise<void> {
  if (isDeepStrictEqual(object.status, status)) return;
  const { labels = {}, resourceVersion } = object.metadata;
  const operations: JsonPatchOperation[] = [
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/status', value: status },
  ];
  if (label !== undefined && labels[label[0]] !== label[1]) {
    operations.push({ op: 'add', path: '/metadata/labels', value: { ...labels, [label[0]]: label[1] } });
  }
  await client.jsonPatch(object.metadata, operations, { subresource });
}

/** Creates an object unless it exists. */
export async function createIfMissing<T extends ApiObject>(
  client: ResourceClient<T>,
  object: NewObject<T>,
): Promise<void> {
  try {
    await client.create(object);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/** Deletes the object with this UID, or with this name if no UID is given. Ignores an object that is already gone. */
export async function deleteIfThere(
  client: Pick<ResourceClient<never>, 'delete'>,
  { metadata }: Pick<ApiObject, 'metadata'>,
): Promise<void> {
  try {
    await client.delete(metadata, { uid: metadata.uid });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
