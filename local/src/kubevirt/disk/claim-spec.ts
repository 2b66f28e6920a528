import { parseQuantity, type PersistentVolumeClaim, type StorageClass } from '@gpulease/kube';
import type { CDIConfig, DataVolume } from '@gpulease/kube/kubevirt';
import { claimPropertySets, type ClaimProperties, type StorageProfile } from './storage-profile.ts';

type ClaimSpec = NonNullable<PersistentVolumeClaim['spec']>;

/** Why CDI creates no claim, in its own words. */
export interface ClaimRefusal {
  reason: 'ErrClaimNotValid' | 'ErrExceededQuota' | 'CloneValidationFailed' | 'CloneWithoutSource';
  message: string;
}

/** Inputs of CDI's creation of a claim. */
export interface ClaimSituation {
  disk: DataVolume;
  storageClasses: readonly StorageClass[];
  storageProfiles: readonly StorageProfile[];
  config: CDIConfig | undefined;
}

const MiB = 2 ** 20;

/** The first applies to disks of virtual machines, the second to all. */
const DEFAULT_ANNOTATIONS = [
  'storageclass.kubevirt.io/is-default-virt-class',
  'storageclass.kubernetes.io/is-default-class',
];

/** Returns the claim that CDI creates for a disk (pkg/controller/datavolume/util.go, v1.66.0), or why it creates none. */
export function claimSpec(situation: ClaimSituation): ClaimSpec | ClaimRefusal {
  const { storage } = situation.disk.spec;
  if (storage === undefined) return notValid('datavolume one of {pvc, storage} field is required');
  const storageClass = classOf(situation);
  const modes = modesOf(situation, storageClass);
  if ('message' in modes) return modes;
  const bytes = bytesOf(situation.disk);
  if (bytes === undefined) return notValid('PVC Spec is not valid - missing storage size');
  if (bytes < MiB) return notValid('PVC Spec is not valid - storage size should be at least 1MiB');
  const className = storageClass?.metadata.name ?? storage.storageClassName;
  const volumeMode = modes.volumeMode ?? 'Filesystem';
  const size = volumeMode === 'Block' ? bytes : withOverhead(bytes, overheadOf(situation, className));
  return {
    accessModes: modes.accessModes,
    volumeMode,
    resources: { requests: { storage: String(size) } },
    ...(className === undefined ? {} : { storageClassName: className }),
  };
}

/** Returns a refusal if a disk is smaller than the claim it clones (pvc-clone-controller.go, v1.66.0; block devices only). */
export function sizeRefusal(disk: DataVolume, { spec }: PersistentVolumeClaim): ClaimRefusal | undefined {
  const given = bytesOf(disk);
  if (spec?.volumeMode !== 'Block' || given === undefined) return undefined;
  const needed = parseQuantity(spec.resources?.requests?.storage ?? 0);
  if (given >= needed) return undefined;
  const why = `target resources requests storage size is smaller than the source ${given} < ${needed}`;
  const message = `The clone doesn't meet the validation requirements: ${why}`;
  return { reason: 'CloneValidationFailed', message };
}

/** Returns the fraction of a volume of that class that a file system uses; 0 without a configuration. */
function overheadOf({ config }: Pick<ClaimSituation, 'config'>, className = ''): number {
  const { storageClass, global } = config?.status?.filesystemOverhead ?? {};
  return Number(storageClass?.[className] ?? global ?? 0);
}

function withOverhead(bytes: number, overhead: number): number {
  return Math.ceil(Math.ceil(bytes / MiB) * MiB * (1 + overhead));
}

/** Returns undefined if the named class is missing, or if no class is the default. */
function classOf({ disk, storageClasses }: ClaimSituation): StorageClass | undefined {
  const name = disk.spec.storage?.storageClassName;
  if (name !== undefined) return storageClasses.find(({ metadata }) => metadata.name === name);
  const newestFirst = storageClasses.toSorted(byAge);
  return DEFAULT_ANNOTATIONS.map((annotation) =>
    newestFirst.find(({ metadata }) => metadata.annotations?.[annotation] === 'true'),
  ).find((one) => one !== undefined);
}

/** Sorts the newest first, as Kubernetes chooses among defaults, then by name. */
function byAge({ metadata: one }: StorageClass, { metadata: other }: StorageClass): number {
  const age = (other.creationTimestamp ?? '').localeCompare(one.creationTimestamp ?? '');
  return age || one.name.localeCompare(other.name);
}

interface Modes {
  accessModes: string[];
  volumeMode: ClaimProperties['volumeMode'];
}

function modesOf(
  { disk, storageProfiles }: ClaimSituation,
  storageClass: StorageClass | undefined,
): Modes | ClaimRefusal {
  const { accessModes = [], volumeMode } = (disk.spec.storage ?? {}) as ClaimProperties;
  const isGiven = accessModes.length > 0;
  if (storageClass === undefined) {
    return isGiven
      ? { accessModes, volumeMode }
      : notValid('PVC spec is missing accessMode and no storageClass to choose profile');
  }
  const { name } = storageClass.metadata;
  const sets = claimPropertySets(
    storageClass,
    storageProfiles.find(({ metadata }) => metadata.name === name),
  );
  if (isGiven) return { accessModes, volumeMode: volumeMode ?? volumeModeFor(accessModes, sets) };
  const set = sets.find((one) => volumeMode === undefined || one.volumeMode === volumeMode);
  if (set?.accessModes !== undefined) return { accessModes: set.accessModes, volumeMode: set.volumeMode };
  const lack = volumeMode === undefined ? 'no accessMode' : 'no matching accessMode';
  return notValid(`${lack} specified in StorageProfile ${name}`);
}

function volumeModeFor(accessModes: string[], sets: ClaimProperties[]): ClaimProperties['volumeMode'] {
  return sets.find((set) => set.accessModes?.some((mode) => accessModes.includes(mode)))?.volumeMode;
}

function bytesOf({ spec: { storage } }: DataVolume): number | undefined {
  const { storage: size } = (storage?.resources?.requests ?? {}) as { storage?: string };
  return size === undefined ? undefined : parseQuantity(size);
}

function notValid(message: string): ClaimRefusal {
  return { reason: 'ErrClaimNotValid', message };
}
