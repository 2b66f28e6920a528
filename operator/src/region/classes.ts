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
  const disks = storage?.className;
  const ingress = http?.ingressClassName;
  const isServed = ingress === undefined || present.ingress.some(({ metadata }) => metadata.name === ingress);
  return [
    ...(hasStorageClass(disks, present.storage)
      ? []
      : [{ kind: 'StorageClass', ...(disks && { name: disks }) }]),
    // Without a name it is up to the cluster's ingress controllers which of them serves the host.
    ...(isServed ? [] : [{ kind: 'IngressClass', name: ingress }]),
  ];
}

/** Whether the cluster has the StorageClass of that name; without a name, whether it has a default one. */
export function hasStorageClass(name: string | undefined, present: readonly StorageClass[]): boolean {
  if (name === undefined) return present.some(isDefault);
  return present.some(({ metadata }) => metadata.name === name);
}

function isDefault({ metadata: { annotations = {} } }: StorageClass): boolean {
  return DEFAULT_ANNOTATIONS.some((annotation) => annotations[annotation] === 'true');
}
