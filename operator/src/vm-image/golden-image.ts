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

/** The one-time import of the image; undefined for an image that somebody else keeps. */
export function buildImport(image: VMImage): DataVolume | undefined {
  const source = importSource(image);
  if (source === undefined) return undefined;
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      ...goldenMetadata(image),
      // There is no machine yet whose node could be waited for.
      annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
    },
    spec: { source, storage: { resources: { requests: { storage: image.spec.size } } } },
  };
}

/** Names the imported disk, so that machines need not know how it came about. */
export function buildDataSource(image: VMImage): DataSource {
  const { name, namespace } = goldenImage(image);
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: goldenMetadata(image),
    spec: { source: { pvc: { namespace, name } } },
  };
}

function goldenMetadata(image: VMImage) {
  return {
    ...goldenImage(image),
    labels: { [labels.image]: image.metadata.name },
    ownerReferences: [controllerReference(image)],
  };
}

function importSource({ spec: { source, architecture } }: VMImage): DataVolumeSpec['source'] {
  if (source.registry !== undefined) {
    return { registry: { url: source.registry.url, platform: { architecture } } };
  }
  return source.http && { http: source.http };
}
