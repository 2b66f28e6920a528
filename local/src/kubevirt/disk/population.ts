import {
  controllerReference,
  hasFinalizer,
  persistentVolumeClaims,
  removeFinalizer,
  type NewObject,
  type ObjectRef,
  type PersistentVolumeClaim,
} from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { defined } from '../defined.ts';
import type { Fault } from '../faults.ts';
import type { World } from '../world.ts';
import { deleteIfThere } from '../write.ts';
import type { ClaimRefusal } from './claim-spec.ts';
import { claimLabel } from './labels.ts';
import { createClaim, provide } from './volume.ts';

/*
 * Simulates how CDI fills a disk on storage with a CSI driver (pkg/controller/populators and pkg/controller/clone, v1.66.0): it
 * fills a second claim, while the disk's own stays Pending until it receives the volume.
 */

/** Annotation that records the source namespace of a clone. */
const SOURCE_NAMESPACE = 'cdi.kubevirt.io/dataSourceNamespace';

/** Blocks the deletion of a clone until the claim next to its source is gone. */
const CLONE_FINALIZER = 'cdi.kubevirt.io/clonePopulator';

/** Returns the additional fields of such a claim; `sourceNamespace` is undefined for an import. */
export function populated(
  { metadata: { uid = '' } }: DataVolume,
  sourceNamespace: string | undefined,
): Pick<PersistentVolumeClaim, 'spec'> &
  Pick<PersistentVolumeClaim['metadata'], 'annotations' | 'finalizers'> {
  const [kind, word] =
    sourceNamespace === undefined ? ['VolumeImportSource', 'import'] : ['VolumeCloneSource', 'clone'];
  const dataSourceRef = { apiGroup: 'cdi.kubevirt.io', kind, name: `volume-${word}-source-${uid}` };
  const annotations = { 'cdi.kubevirt.io/storage.usePopulator': 'true' };
  if (sourceNamespace === undefined) return { spec: { dataSourceRef }, annotations };
  return {
    spec: { dataSourceRef },
    annotations: { ...annotations, [SOURCE_NAMESPACE]: sourceNamespace },
    finalizers: [CLONE_FINALIZER],
  };
}

export function isPopulated({ spec }: PersistentVolumeClaim): boolean {
  return spec?.dataSourceRef !== undefined;
}

/** State of the claim that is filled. */
export interface Filling {
  /** Creation time of the claim, RFC 3339; undefined while it has no volume. */
  volumeSince?: string | undefined;
  /** Why the claim was not created. */
  refused?: ClaimRefusal;
}

/** Creates the claim that is filled in place of this one. */
export async function fillBeside(
  world: World,
  claim: PersistentVolumeClaim,
  faults: ReadonlySet<Fault>,
): Promise<Filling> {
  const beside = world.claims.store.get(besideOf(claim)) ?? (await createClaim(world, newBeside(claim)));
  if ('reason' in beside) return { refused: beside };
  return (await provide(world, beside, faults)) ? { volumeSince: beside.metadata.creationTimestamp } : {};
}

/** Deletes the second claim once the disk's own is filled or being deleted. */
export async function clearBeside(world: World, claim: PersistentVolumeClaim): Promise<void> {
  if (!isPopulated(claim)) return;
  const client = world.cluster.resource(persistentVolumeClaims);
  const beside = world.claims.store.get(besideOf(claim));
  if (beside !== undefined) await deleteIfThere(client, beside);
  if (hasFinalizer(claim, CLONE_FINALIZER)) await removeFinalizer(client, claim, CLONE_FINALIZER);
}

function besideOf(claim: PersistentVolumeClaim): ObjectRef {
  const { uid = '', namespace, annotations } = claim.metadata;
  return isClone(claim)
    ? { name: `tmp-pvc-${uid}`, namespace: annotations?.[SOURCE_NAMESPACE] }
    : { name: `prime-${uid}`, namespace };
}

function isClone({ spec }: PersistentVolumeClaim): boolean {
  return spec?.dataSourceRef?.kind === 'VolumeCloneSource';
}

/** Returns the claim to fill. For a clone, it has the labels of the disk's own claim and the namespace of the source. */
function newBeside(claim: PersistentVolumeClaim): NewObject<PersistentVolumeClaim> {
  const { accessModes, resources, storageClassName, volumeMode } = claim.spec ?? {};
  const { labels, uid = '' } = claim.metadata;
  const { name, namespace = 'default' } = besideOf(claim);
  const whose = isClone(claim)
    ? { labels: { ...labels, 'cdi.kubevirt.io/OwnedByUID': uid } }
    : { labels: claimLabel, ownerReferences: [controllerReference(claim)] };
  return {
    metadata: { name, namespace, ...whose },
    spec: defined({ accessModes, resources, storageClassName, volumeMode }),
  };
}
