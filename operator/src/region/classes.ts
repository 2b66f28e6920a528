import type { RegionSpec } from '@gpulease/crds';
import type { IngressClass, StorageClass } from '@gpulease/kube';

/** Either annotation marks the default StorageClass; CDI prefers the second. */
const DEFAULT_ANNOTATIONS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.kubevirt.io/is-default-virt-class',
];

/** A class of the cluster; without a name, the default one. */
export interface NamedClass {
  kind: string;
  name?: string;
}

/** Formats a class, for example as `StorageClass fast`. */
export function classWords({ kind, name }: NamedClass): string {
  return name === undefined ? `default ${kind}` : `${kind} ${name}`;
}

/** Returns the classes that a region needs and the cluster lacks. */
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
    // Without a name, the cluster's ingress controllers decide which of them serves the host.
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
