import { objectKey, type ObjectRef } from '@gpulease/kube';
import { dataSources, dataVolumes, type DataVolume } from '@gpulease/kube/kubevirt';
import type { Requeue } from '@gpulease/operator/runtime/controller';
import { conditionsFrom } from '../conditions.ts';
import { faultsOf } from '../faults.ts';
import { keysOf, runController, watching } from '../run-controller.ts';
import { namespaceOf, ownerKey, type World } from '../world.ts';
import { createIfMissing, replaceStatus } from '../write.ts';
import { noteFilled, releaseClaim, settleClaim, type ClaimState } from './claim.ts';
import { sourceOf, sourceReady } from './data-source.ts';
import { diskConditions, diskProgress, isCopied } from './progress.ts';
import { claimPropertySets, storageProfiles } from './storage-profile.ts';

const REFUSED_AGAIN_MS = 5000;

/** Simulates how CDI imports and clones disks, with their progress. */
export function runDisks(world: World): () => Promise<void> {
  const disksBy = (index: string, value: string) => keysOf(world.disks.store.byIndex(index, value));
  return runController(world, {
    name: 'data-volume',
    reconcile: (ref) => reconcileDisk(world, ref),
    sources: [
      watching(world.disks),
      watching(world.claims),
      watching(world.storageProfiles, () => unfilledDisks(world)),
      watching(world.storageClasses, () => unfilledDisks(world)),
      watching(world.csiDrivers, () => unfilledDisks(world)),
      watching(world.dataSources, ({ metadata }) => disksBy('source', objectKey(metadata))),
      watching(world.virtualMachines, ({ metadata }) => disksBy('machine', objectKey(metadata))),
      watching(world.namespaces, ({ metadata }) => disksBy('namespace', metadata.name)),
    ],
  });
}

/** Disks for which CDI retries the claim. */
function unfilledDisks({ disks }: World): string[] {
  return keysOf(disks.store.list().filter(({ status }) => status?.phase !== 'Succeeded'));
}

async function reconcileDisk(world: World, ref: ObjectRef): Promise<Requeue | undefined> {
  await releaseClaim(world, ref);
  const disk = world.disks.store.get(ref);
  if (disk === undefined || disk.metadata.deletionTimestamp !== undefined) return undefined;
  const faults = faultsOf(disk, machineOfDisk(world, disk), namespaceOf(world, disk));
  const claim = await settleClaim(world, disk, faults);
  const now = world.clock.now();
  const source = sourceOf(world, disk);
  const progress = diskProgress({ disk, source, claim, faults, pace: world.pace, now });
  if (isCopied(progress) && !('refused' in claim) && !claim.isFilled) await noteFilled(world, claim);
  const status = {
    phase: progress.phase,
    progress: progress.progress,
    claimName: disk.metadata.name,
    conditions: conditionsFrom(disk.status?.conditions, diskConditions(disk, claim, progress), now),
  };
  await replaceStatus(world.cluster.resource(dataVolumes), disk, status, { subresource: 'status' });
  const { lookAgainMs = isRefused(claim) ? REFUSED_AGAIN_MS : undefined } = progress;
  return lookAgainMs === undefined ? undefined : { afterMs: lookAgainMs };
}

/** Refused claims are polled, since no event reports that quota became available. */
function isRefused(claim: ClaimState): boolean {
  return 'refused' in claim || claim.filling?.refused !== undefined;
}

function machineOfDisk(world: World, disk: DataVolume) {
  const key = ownerKey(disk, 'VirtualMachine');
  const [namespace, name] = key?.split('/') ?? [];
  return name === undefined ? undefined : world.virtualMachines.store.get({ name, namespace });
}

/** Simulates CDI's check of DataSources: one is ready when the disk that it names is filled. */
export function runDataSources(world: World): () => Promise<void> {
  return runController(world, {
    name: 'data-source',
    reconcile: (ref) => reconcileSource(world, ref),
    sources: [
      watching(world.dataSources),
      watching(world.disks, ({ metadata }) =>
        keysOf(world.dataSources.store.byIndex('disk', objectKey(metadata))),
      ),
    ],
  });
}

async function reconcileSource(world: World, ref: ObjectRef): Promise<undefined> {
  const source = world.dataSources.store.get(ref);
  if (source === undefined || source.metadata.deletionTimestamp !== undefined) return;
  const { name, namespace = source.metadata.namespace } = source.spec.source.pvc ?? {};
  const disk = name === undefined ? undefined : world.disks.store.get({ name, namespace });
  const conditions = conditionsFrom(
    source.status?.conditions,
    [sourceReady(source, disk)],
    world.clock.now(),
  );
  const status = { source: source.spec.source, conditions };
  await replaceStatus(world.cluster.resource(dataSources), source, status);
}

/** Simulates how CDI maintains a StorageProfile for each StorageClass. */
export function runStorageProfiles(world: World): () => Promise<void> {
  return runController(world, {
    name: 'storage-profile',
    reconcile: (ref) => reconcileProfile(world, ref),
    sources: [watching(world.storageClasses), watching(world.storageProfiles)],
  });
}

async function reconcileProfile(world: World, ref: ObjectRef): Promise<undefined> {
  const client = world.cluster.resource(storageProfiles);
  const storageClass = world.storageClasses.store.get(ref);
  if (storageClass === undefined) return;
  const profile = world.storageProfiles.store.get(ref);
  if (profile === undefined) {
    await createIfMissing(client, { metadata: { name: ref.name }, spec: {} });
    return;
  }
  const status = {
    storageClass: storageClass.metadata.name,
    provisioner: storageClass.provisioner,
    claimPropertySets: claimPropertySets(storageClass, profile),
  };
  await replaceStatus(client, profile, status, { subresource: 'status' });
}
