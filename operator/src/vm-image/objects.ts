import { createHash } from 'node:crypto';
import { labels, type VMImage } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import type { DataSource, DataVolume, DataVolumeSpec } from '@gpulease/kube/kubevirt';
import type { KeptDisk } from '../kept/kept.ts';
import { storageSpec, type DiskStorage } from '../kubevirt/disk-storage.ts';
import type { ClassName } from './storage-classes.ts';

/** Where imported images live, for machines of all tenants to clone. */
export const IMAGE_NAMESPACE = 'gpulease-images';

/** The DataSource that machines with this image clone where root disks are of that StorageClass. */
export function goldenImage(
  { metadata, spec }: VMImage,
  className: ClassName,
): { namespace: string; name: string } {
  const { name } = metadata;
  const ownName = className === undefined ? name : `${name}-${digestOf(className)}`;
  return spec.source.dataSource ?? { namespace: IMAGE_NAMESPACE, name: ownName };
}

/**
 * The import of the image as it is written now; undefined for an image that somebody else keeps. Its name follows from
 * what is imported and where: another source is another import, and the same is never imported twice into a class.
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
      // There is no machine yet whose node could be waited for.
      annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
    },
    spec,
  };
}

/** Names the imported disk, so that machines need not know how it came about. */
export function buildDataSource(image: VMImage, disk: KeptDisk): DataSource {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: goldenMetadata(image, goldenImage(image, importClass(disk)).name),
    spec: { source: { pvc: { namespace: IMAGE_NAMESPACE, name: disk.metadata.name } } },
  };
}

/** The StorageClass that an import asked for. */
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
