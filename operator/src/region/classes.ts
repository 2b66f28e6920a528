import type { RegionSpec } from '@gpulease/crds';
import type { IngressClass, StorageClass } from '@gpulease/kube';

/** Either marks the StorageClass of disks that name none; CDI prefers the second. */
const DEFAULT_ANNOTATIONS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.kubevirt.io/is-default-virt-class',
];

/** A class of the cluster; without a name it is the default one. */
export interface NamedClass {
  kind: string;
  name?: string;
}

/** For example `StorageClass fast`. */
export function classWords({ kind, name }: NamedClass): string {
  return name === undefined ? `default ${kind}` : `${kind} ${name}`;
}

/** The classes that a region needs and the cluster does not have. */
export function missingClasses(
  { storage, http }: RegionSpec,
  present: { storage: readonly StorageClass[]; ingress: readonly IngressClass[] },
): NamedClass[] {
  return [
    ...missingStorage(storage?.className, present.storage),
    // Without a name it is up to the cluster's ingress controllers which of them serves the host.
    ...missingNamed('IngressClass', http?.ingressClassName, present.ingress),
  ];
}

function missingStorage(name: string | undefined, present: readonly StorageClass[]): NamedClass[] {
  if (hasStorageClass(name, present)) return [];
  return [{ kind: 'StorageClass', ...(name !== undefined && { name }) }];
}

/** Whether the cluster has the StorageClass of that name; without a name, whether it has a default one. */
export function hasStorageClass(name: string | undefined, present: readonly StorageClass[]): boolean {
  if (name === undefined) return present.some(isDefault);
  return present.some(({ metadata }) => metadata.name === name);
}

function missingNamed(
  kind: string,
  name: string | undefined,
  present: readonly { metadata: { name: string } }[],
): NamedClass[] {
  return name === undefined || present.some(({ metadata }) => metadata.name === name) ? [] : [{ kind, name }];
}

function isDefault({ metadata: { annotations = {} } }: StorageClass): boolean {
  return DEFAULT_ANNOTATIONS.some((annotation) => annotations[annotation] === 'true');
}
