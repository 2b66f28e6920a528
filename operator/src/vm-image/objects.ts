import { createHash } from 'node:crypto';
import { labels, type VMImage } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import type { DataSource, DataVolume, DataVolumeSpec } from '@gpulease/kube/kubevirt';
import type { KeptDisk } from '../kept/kept.ts';
import { storageSpec, type DiskStorage } from '../kubevirt/disk-storage.ts';
import type { ClassName } from './storage-classes.ts';

/** Namespace of imported images, which machines of all tenants clone. */
export const IMAGE_NAMESPACE = 'gpulease-images';

/** Returns the DataSource that machines with this image clone if their root disks use that StorageClass. */
export function goldenImage(
  { metadata, spec }: VMImage,
  className: ClassName,
): { namespace: string; name: string } {
  const { name } = metadata;
  const ownName = className === undefined ? name : `${name}-${digestOf(className)}`;
  return spec.source.dataSource ?? { namespace: IMAGE_NAMESPACE, name: ownName };
}

/**
 * Builds the import of the image's present spec; undefined for an image that is kept elsewhere. Its name is derived from
 * source and storage: a new source is a new import, and nothing is imported twice into a class.
 */
export function buildImport(image: VMImage, storage: DiskStorage): DataVolume | undefined {
  const source = importSource(image);
  if (source === undefined) return undefined;
  const spec = { source, storage: storageSpec(image.spec.size, storage) };
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      ...goldenMetadata(image, `${image.metadata.name}-${digestOf(JSON.stringify(spec))}`),
      // No machine exists yet whose node CDI could wait for.
      annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
    },
    spec,
  };
}

/** Builds the DataSource of the imported disk, so that machines need not know its origin. */
export function buildDataSource(image: VMImage, disk: KeptDisk): DataSource {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: goldenMetadata(image, goldenImage(image, importClass(disk)).name),
    spec: { source: { pvc: { namespace: IMAGE_NAMESPACE, name: disk.metadata.name } } },
  };
}

/** Returns the StorageClass that an import requested. */
export function importClass({ spec }: KeptDisk): ClassName {
  return spec.storage?.storageClassName;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function goldenMetadata(image: VMImage, name: string) {
  return {
    name,
    namespace: IMAGE_NAMESPACE,
    labels: { [labels.image]: image.metadata.name },
    ownerReferences: [controllerReference(image)],
  };
}

function importSource({ spec: { source, architecture } }: VMImage): DataVolumeSpec['source'] {
  if (source.registry !== undefined) {
    return { registry: { url: source.registry.url, platform: { architecture } } };
  }
  if (source.http === undefined) return undefined;
  const { url, checksum } = source.http;
  const http = { url, checksum };
  return { http };
}
