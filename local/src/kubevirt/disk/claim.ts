import { isDeepStrictEqual } from 'node:util';
import {
  controllerReference,
  isAlreadyExists,
  persistentVolumeClaims,
  type NewObject,
  type PersistentVolumeClaim,
} from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import type { World } from '../world.ts';
import { claimLabel } from './labels.ts';

const DEFAULT_SIZE = '1Gi';

/** Gives a disk the claim that CDI makes for it, and lets the volume behind it be as large as the claim asks. */
export async function settleClaim({ cluster, claims }: World, disk: DataVolume): Promise<void> {
  const client = cluster.resource(persistentVolumeClaims);
  const claim = claims.store.get(disk.metadata);
  if (claim === undefined) {
    // What was filled once and lost its claim has nothing to fill another with.
    if (disk.status?.phase === 'Succeeded') return;
    try {
      await client.create(newClaim(disk));
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    return;
  }
  const status = boundStatus(claim);
  if (claim.metadata.deletionTimestamp !== undefined || isDeepStrictEqual(claim.status, status)) return;
  await client.mergePatch(claim.metadata, { status }, { subresource: 'status' });
}

/** As CDI makes it on storage that gives whole block devices. It has the disk's labels. */
function newClaim(disk: DataVolume): NewObject<PersistentVolumeClaim> {
  const { name, namespace, labels } = disk.metadata;
  const { accessModes, storageClassName, resources } = disk.spec.storage ?? {};
  const { storage = DEFAULT_SIZE } = (resources?.requests ?? {}) as { storage?: string };
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, ...claimLabel },
      ownerReferences: [controllerReference(disk)],
    },
    spec: {
      accessModes: accessModes ?? ['ReadWriteOnce'],
      volumeMode: 'Block',
      resources: { requests: { storage } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  };
}

function boundStatus({ spec }: PersistentVolumeClaim): NonNullable<PersistentVolumeClaim['status']> {
  return {
    phase: 'Bound',
    accessModes: spec?.accessModes ?? [],
    capacity: { storage: spec?.resources?.requests?.storage ?? DEFAULT_SIZE },
  };
}
