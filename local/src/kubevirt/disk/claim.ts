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

/** Where CDI notes on a claim how its pod has fared, and with it whether the claim is filled. */
const POD_PHASE = 'cdi.kubevirt.io/storage.pod.phase';

/** How far the claim of a disk is. */
export type ClaimState = { refused: ClaimRefusal } | MadeClaim;

export interface MadeClaim {
  isBound: boolean;
  isFilled: boolean;
  /** Undefined for the moment until it is seen. */
  metadata?: PersistentVolumeClaim['metadata'];
}

/**
 * Gives a disk the claim that CDI makes for it, another where somebody has deleted that, and lets the volume behind it be as
 * large as the claim asks.
 */
export async function settleClaim(
  world: World,
  disk: DataVolume,
  faults: ReadonlySet<Fault>,
): Promise<ClaimState> {
  const claim = world.claims.store.get(disk.metadata);
  if (claim === undefined) return makeClaim(world, disk);
  const { metadata } = claim;
  const isFilled = metadata.annotations?.[POD_PHASE] === 'Succeeded';
  // CDI makes a new one when it is gone.
  if (isDeleting(claim)) return { isBound: isFilled, isFilled, metadata };
  const isBound = claim.status?.phase === 'Bound' || isProvided(world, claim, faults);
  if (isBound) await bind(world, claim);
  return { isBound, isFilled, metadata };
}

/** Notes that this very claim is filled, and no other that has come in its place. */
export async function noteFilled({ cluster }: World, { metadata }: MadeClaim): Promise<void> {
  if (metadata === undefined) return;
  const annotations = { [POD_PHASE]: 'Succeeded' };
  await cluster
    .resource(persistentVolumeClaims)
    .mergePatch(metadata, { metadata: { uid: metadata.uid, annotations } });
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
  const refused = cloneRefusal(world, disk);
  if (refused !== undefined) return { refused };
  try {
    await world.cluster.resource(persistentVolumeClaims).create(newClaim(disk, spec));
  } catch (error) {
    const overQuota = quotaRefusal(error);
    if (overQuota !== undefined) return { refused: overQuota };
    if (!isAlreadyExists(error)) throw error;
  }
  return { isBound: false, isFilled: false };
}

/** Why nothing can be cloned from what the DataSource names, as far as that is a claim. */
function cloneRefusal(world: World, disk: DataVolume): ClaimRefusal | undefined {
  const source = sourceOf(world, disk)?.spec.source.pvc;
  if (source === undefined) return undefined;
  const claim = world.claims.store.get(source);
  if (claim !== undefined) return sizeRefusal(disk, claim);
  return { reason: 'CloneWithoutSource', message: `The source pvc ${source.name} doesn't exist` };
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
