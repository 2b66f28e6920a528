import { createHash } from 'node:crypto';
import { labels } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import type { DataSource, DataVolume, DataVolumeSpec } from '@gpulease/kube/kubevirt';

/** Where imported images live, for machines of all tenants to clone. */
export const IMAGE_NAMESPACE = 'gpulease-images';

/** The DataSource that machines with this image clone. */
export function goldenImage({ metadata, spec }: VMImage): { namespace: string; name: string } {
  return spec.source.dataSource ?? { namespace: IMAGE_NAMESPACE, name: metadata.name };
}

/**
 * The import of the image as it is written now; undefined for an image that somebody else keeps. Its name follows from
 * what is imported: another source is another import, and the same is never imported twice.
 */
export function buildImport(image: VMImage): DataVolume | undefined {
  const source = importSource(image);
  if (source === undefined) return undefined;
  const spec = { source, storage: { resources: { requests: { storage: image.spec.size } } } };
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 8);
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      ...goldenMetadata(image, `${image.metadata.name}-${digest}`),
      // There is no machine yet whose node could be waited for.
      annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
    },
    spec,
  };
}

/** Names the imported disk, so that machines need not know how it came about. */
export function buildDataSource(image: VMImage, disk: string): DataSource {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: goldenMetadata(image, image.metadata.name),
    spec: { source: { pvc: { namespace: IMAGE_NAMESPACE, name: disk } } },
  };
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
