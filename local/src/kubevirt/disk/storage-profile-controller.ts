import { isAlreadyExists, objectKey, type ObjectRef } from '@gpulease/kube';
import { runController, watching } from '../run-controller.ts';
import type { World } from '../world.ts';
import { replaceStatus } from '../write.ts';
import { claimPropertySets, storageProfiles } from './storage-profile.ts';

/** Plays CDI's keeping of a StorageProfile for each StorageClass. */
export function runStorageProfiles(world: World): () => Promise<void> {
  return runController(world, {
    name: 'storage-profile',
    reconcile: (ref) => reconcileProfile(world, ref),
    sources: [
      watching(world.storageClasses),
      watching(world.storageProfiles, ({ metadata }) => [objectKey(metadata)]),
    ],
  });
}

async function reconcileProfile(world: World, ref: ObjectRef): Promise<undefined> {
  const client = world.cluster.resource(storageProfiles);
  const storageClass = world.storageClasses.store.get(ref);
  if (storageClass === undefined) return;
  const profile = world.storageProfiles.store.get(ref);
  if (profile === undefined) {
    try {
      await client.create({ metadata: { name: ref.name }, spec: {} });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    return;
  }
  const status = {
    storageClass: storageClass.metadata.name,
    provisioner: storageClass.provisioner,
    claimPropertySets: claimPropertySets(storageClass, profile),
  };
  await replaceStatus(client, profile, status, { subresource: 'status' });
}
