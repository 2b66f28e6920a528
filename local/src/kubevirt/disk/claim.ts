import {
  controllerReference,
  isDeleting,
  persistentVolumeClaims,
  type NewObject,
  type ObjectRef,
  type PersistentVolumeClaim,
} from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import type { World } from '../world.ts';
import { claimSpec, sizeRefusal, type ClaimRefusal } from './claim-spec.ts';
import { sourceOf } from './data-source.ts';
import { claimLabel } from './labels.ts';
import { clearBeside, fillBeside, isPopulated, populated, type Filling } from './population.ts';
import { bind, createClaim, provide } from './volume.ts';

/** Annotation in which CDI records the phase of a claim's pod, and thereby whether the claim is filled. */
const POD_PHASE = 'cdi.kubevirt.io/storage.pod.phase';

/** State of a disk's claim. */
export type ClaimState = { refused: ClaimRefusal } | MadeClaim;

export interface MadeClaim {
  isBound: boolean;
  isFilled: boolean;
  /** Whether a second claim is filled first, and this one is bound afterwards. */
  isPopulated?: boolean;
  filling?: Filling;
  /** Undefined until the informer has seen the claim. */
  metadata?: PersistentVolumeClaim['metadata'];
}

/** Creates the claim that CDI would create for a disk, and provides its volume. */
export async function settleClaim(
  world: World,
  disk: DataVolume,
  faults: ReadonlySet<Fault>,
): Promise<ClaimState> {
  const claim = world.claims.store.get(disk.metadata);
  if (claim === undefined) return makeClaim(world, disk);
  const { metadata } = claim;
  const isFilled = metadata.annotations?.[POD_PHASE] === 'Succeeded';
  // CDI creates a new claim once this one is gone.
  if (isDeleting(claim)) return { isBound: isFilled, isFilled, metadata };
  if (isPopulated(claim)) return settlePopulated(world, { claim, isFilled }, faults);
  const isBound = await provide(world, claim, faults);
  const filling = isBound ? { volumeSince: metadata.creationTimestamp } : {};
  return { isBound, isFilled, filling, metadata };
}

async function settlePopulated(
  world: World,
  { claim, isFilled }: { claim: PersistentVolumeClaim; isFilled: boolean },
  faults: ReadonlySet<Fault>,
): Promise<MadeClaim> {
  const { metadata } = claim;
  if (!isFilled) {
    const filling = await fillBeside(world, claim, faults);
    return { isBound: false, isFilled, isPopulated: true, filling, metadata };
  }
  await bind(world, claim);
  await clearBeside(world, claim);
  return { isBound: true, isFilled, isPopulated: true, metadata };
}

/** Completes the deletion of a claim. */
export async function releaseClaim(world: World, ref: ObjectRef): Promise<void> {
  const claim = world.claims.store.get(ref);
  if (claim !== undefined && isDeleting(claim)) await clearBeside(world, claim);
}

/** Marks this claim as filled, but not a later claim of the same name. */
export async function noteFilled({ cluster }: World, { metadata }: MadeClaim): Promise<void> {
  if (metadata === undefined) return;
  const annotations = { [POD_PHASE]: 'Succeeded' };
  await cluster
    .resource(persistentVolumeClaims)
    .mergePatch(metadata, { metadata: { uid: metadata.uid, annotations } });
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
  const claim = newClaim(world, disk, spec);
  const made = claim === undefined ? undefined : await createClaim(world, claim);
  return made !== undefined && 'reason' in made ? { refused: made } : { isBound: false, isFilled: false };
}

/** Returns why the claim that the DataSource names cannot be cloned, if it names one. */
function cloneRefusal(world: World, disk: DataVolume): ClaimRefusal | undefined {
  const source = sourceOf(world, disk)?.spec.source.pvc;
  if (source === undefined) return undefined;
  const claim = world.claims.store.get(source);
  if (claim !== undefined) return sizeRefusal(disk, claim);
  return { reason: 'CloneWithoutSource', message: `The source pvc ${source.name} doesn't exist` };
}

/** Returns a claim with the disk's labels, or undefined while the source of a clone is unknown. */
function newClaim(
  world: World,
  disk: DataVolume,
  spec: NonNullable<PersistentVolumeClaim['spec']>,
): NewObject<PersistentVolumeClaim> | undefined {
  const { name, namespace, labels } = disk.metadata;
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: { ...labels, ...claimLabel },
    ownerReferences: [controllerReference(disk)],
  };
  if (!hasCsiDriver(world, spec.storageClassName)) return { metadata, spec };
  const { pvc, snapshot } = sourceOf(world, disk)?.spec.source ?? {};
  const source = pvc ?? snapshot;
  if (disk.spec.sourceRef !== undefined && source === undefined) return undefined;
  const { spec: filled, ...marks } = populated(disk, source?.namespace);
  return { metadata: { ...metadata, ...marks }, spec: { ...spec, ...filled } };
}

/** CDI fills a disk before it is bound only on storage with a CSI driver (shouldUseCDIPopulator, v1.66.0). */
function hasCsiDriver({ csiDrivers, storageClasses }: World, className: string | undefined): boolean {
  const storageClass = className === undefined ? undefined : storageClasses.store.get({ name: className });
  return storageClass !== undefined && csiDrivers.store.get({ name: storageClass.provisioner }) !== undefined;
}
