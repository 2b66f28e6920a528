import { parseQuantity, type ObjectRef } from '@gpulease/kube';
import type { CDIConfig } from '@gpulease/kube/kubevirt';
import type { KeptClaim } from '../kept/kept.ts';

/** The share of a file system volume that CDI reserves for overhead, before its configuration says how much. */
const DEFAULT_OVERHEAD = 0.06;
const MiB = 2 ** 20;

/** Bytes that the claim of a root disk has to ask for, so that the guest sees a disk of this size. */
export function claimBytes(diskSize: string, { spec }: KeptClaim, config: CDIConfig | undefined): number {
  const bytes = parseQuantity(diskSize);
  if (spec?.volumeMode === 'Block') return bytes;
  return Math.ceil(bytes / (1 - overheadOf(config, spec?.storageClassName)) / MiB) * MiB;
}

/** As a fraction of the volume, for its StorageClass. */
function overheadOf(config: CDIConfig | undefined, className = ''): number {
  const { storageClass, global } = config?.status?.filesystemOverhead ?? {};
  return Number(storageClass?.[className] ?? global ?? DEFAULT_OVERHEAD);
}

/** Bytes that the claim asks for. */
export function requestedBytes({ spec }: KeptClaim): number {
  return parseQuantity(spec?.resources?.requests?.storage ?? 0);
}

/** The volume is not yet as large as its claim asks. */
export function isGrowing(claim: KeptClaim): boolean {
  return parseQuantity(claim.status?.capacity?.storage ?? 0) < requestedBytes(claim);
}

/** Where CDI notes on a claim from which namespace its disk is cloned (pkg/controller/populators/clone-populator.go, v1.66.0). */
const SOURCE_NAMESPACE = 'cdi.kubevirt.io/dataSourceNamespace';

/**
 * The claim beside the image in which CDI copies it, on storage with a CSI driver: the disk's own, whose labels it has too, gets the
 * volume only when that is done (createDesiredClaim in pkg/controller/clone/common.go).
 */
export function copyClaimOf({ metadata }: KeptClaim): ObjectRef {
  const { annotations, namespace, uid = '' } = metadata;
  return { namespace: annotations?.[SOURCE_NAMESPACE] ?? namespace, name: `tmp-pvc-${uid}` };
}
