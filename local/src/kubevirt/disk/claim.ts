import { isDeepStrictEqual } from 'node:util';
import {
  controllerReference,
  isAlreadyExists,
  isDeleting,
  isForbidden,
  persistentVolumeClaims,
  type NewObject,
  type PersistentVolumeClaim,
} from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import type { World } from '../world.ts';
import { claimSpec, sizeRefusal, type ClaimRefusal } from './claim-spec.ts';
import { sourceOf } from './data-source.ts';
import { claimLabel } from './labels.ts';

/** The provisioner of classes whose volumes somebody makes by hand: there are none here. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** How far the claim of a disk is. */
export type ClaimState = { refused: ClaimRefusal } | { isBound: boolean } | undefined;

/**
 * Gives a disk the claim that CDI makes for it, and lets the volume behind it be as large as the claim asks. Undefined where
 * there is none, and none is made.
 */
export async function settleClaim(
  world: World,
  disk: DataVolume,
  faults: ReadonlySet<Fault>,
): Promise<ClaimState> {
  const claim = world.claims.store.get(disk.metadata);
  const isFilled = disk.status?.phase === 'Succeeded';
  // CDI would make another and fill that; here a filled disk is not filled twice.
  if (claim === undefined) return isFilled ? undefined : makeClaim(world, disk);
  // The claim of an earlier disk; CDI makes a new one when it is gone.
  if (isDeleting(claim) && !isFilled) return { isBound: false };
  if (claim.status?.phase !== 'Bound' && !isProvided(world, claim, faults)) return { isBound: false };
  if (!isDeleting(claim)) await bind(world, claim);
  return { isBound: true };
}

async function bind({ cluster }: World, claim: PersistentVolumeClaim): Promise<void> {
  const status = boundStatus(claim);
  if (isDeepStrictEqual(claim.status, status)) return;
  await cluster
    .resource(persistentVolumeClaims)
    .mergePatch(claim.metadata, { status }, { subresource: 'status' });
}

async function makeClaim(world: World, disk: DataVolume): Promise<ClaimState> {
  const spec = claimSpec({
    disk,
    storageClasses: world.storageClasses.store.list(),
    storageProfiles: world.storageProfiles.store.list(),
    config: world.cdiConfigs.store.list()[0],
  });
  if ('reason' in spec) return { refused: spec };
  const tooSmall = sizeRefusal(disk, sourceClaim(world, disk));
  if (tooSmall !== undefined) return { refused: tooSmall };
  try {
    await world.cluster.resource(persistentVolumeClaims).create(newClaim(disk, spec));
  } catch (error) {
    const refused = quotaRefusal(error);
    if (refused !== undefined) return { refused };
    if (!isAlreadyExists(error)) throw error;
  }
  return { isBound: false };
}

/** What a clone is made from, if it is a claim and there. */
function sourceClaim(world: World, disk: DataVolume) {
  const source = sourceOf(world, disk)?.spec.source.pvc;
  return source && world.claims.store.get(source);
}

/** CDI knows it by these words. */
function quotaRefusal(error: unknown): ClaimRefusal | undefined {
  const isQuota = isForbidden(error) && error instanceof Error && error.message.includes('exceeded quota');
  if (!isQuota) return undefined;
  return { reason: 'ErrExceededQuota', message: error.message };
}

/** There is a provisioner for the claim, and it has room. */
function isProvided(
  { storageClasses }: World,
  { spec }: PersistentVolumeClaim,
  faults: ReadonlySet<Fault>,
): boolean {
  const { storageClassName } = spec ?? {};
  if (storageClassName === undefined || faults.has('StorageFull')) return false;
  const provisioner = storageClasses.store.get({ name: storageClassName })?.provisioner;
  return provisioner !== undefined && provisioner !== NO_PROVISIONER;
}

/** It has the disk's labels. */
function newClaim(
  disk: DataVolume,
  spec: NonNullable<PersistentVolumeClaim['spec']>,
): NewObject<PersistentVolumeClaim> {
  const { name, namespace, labels } = disk.metadata;
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...labels, ...claimLabel },
      ownerReferences: [controllerReference(disk)],
    },
    spec,
  };
}

function boundStatus({ spec }: PersistentVolumeClaim): NonNullable<PersistentVolumeClaim['status']> {
  return {
    phase: 'Bound',
    accessModes: spec?.accessModes ?? [],
    capacity: { storage: spec?.resources?.requests?.storage ?? '0' },
  };
}
