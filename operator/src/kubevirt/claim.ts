import { parseQuantity, type ObjectRef } from '@gpulease/kube';
import type { CDIConfig } from '@gpulease/kube/kubevirt';
import type { KeptClaim } from '../kept/kept.ts';

/** Fraction of a file system volume that CDI reserves for overhead; used until its configuration is known. */
const DEFAULT_OVERHEAD = 0.06;
const MiB = 2 ** 20;

/** Returns the bytes that the claim of a root disk must request for the guest to see a disk of this size. */
export function claimBytes(diskSize: string, { spec }: KeptClaim, config: CDIConfig | undefined): number {
  const bytes = parseQuantity(diskSize);
  if (spec?.volumeMode === 'Block') return bytes;
  return Math.ceil(bytes / (1 - overheadOf(config, spec?.storageClassName)) / MiB) * MiB;
}

/** Returns the overhead of a StorageClass as a fraction of the volume. */
function overheadOf(config: CDIConfig | undefined, className = ''): number {
  const { storageClass, global } = config?.status?.filesystemOverhead ?? {};
  return Number(storageClass?.[className] ?? global ?? DEFAULT_OVERHEAD);
}

/** Returns the bytes that the claim requests. */
export function requestedBytes({ spec }: KeptClaim): number {
  return parseQuantity(spec?.resources?.requests?.storage ?? 0);
}

/** Returns whether the volume is still smaller than its claim requests. */
export function isGrowing(claim: KeptClaim): boolean {
  return parseQuantity(claim.status?.capacity?.storage ?? 0) < requestedBytes(claim);
}

/** CDI's annotation on a claim with the namespace its disk is cloned from (pkg/controller/populators/clone-populator.go, v1.66.0). */
const SOURCE_NAMESPACE = 'cdi.kubevirt.io/dataSourceNamespace';

/**
 * Returns the temporary claim, in the namespace of the image, that CDI copies into on storage with a CSI driver. It has the labels of
 * the disk's own claim, which takes over the volume after the copy (createDesiredClaim in pkg/controller/clone/common.go).
 */
export function copyClaimOf({ metadata }: KeptClaim): ObjectRef {
  const { annotations, namespace, uid = '' } = metadata;
  return { namespace: annotations?.[SOURCE_NAMESPACE] ?? namespace, name: `tmp-pvc-${uid}` };
}
