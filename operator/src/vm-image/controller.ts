import { labels, vmImages } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import type { ApiObject } from '@gpulease/kube';
import { createCatalogueController, soon } from '../catalogue/controller.ts';
import { Tally } from '../catalogue/tally.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { goldenImage } from './golden-image.ts';
import { ImageImporter } from './reconcile.ts';
import { assessImage } from './status.ts';

/** Imports VM images and says whether machines can be started with them. */
export function createVMImageController(operator: Operator): Controller {
  const { caches, cluster } = operator;
  const importer = new ImageImporter(cluster);
  const golden = (image: VMImage) => ({
    dataVolume:
      image.spec.source.dataSource === undefined
        ? caches.dataVolumes.store.get(goldenImage(image))
        : undefined,
    dataSource: caches.dataSources.store.get(goldenImage(image)),
  });
  const controller: Controller = createCatalogueController(operator, {
    name: 'vm-image',
    definition: vmImages,
    informer: caches.images,
    act: (image) => importer.settle(image, golden(image)),
    assess: (image) =>
      assessImage(image, { ...golden(image), workloads: workloadCount.of(image.metadata.name) }),
  });
  const workloadCount = new Tally(caches.workloads.informer, ({ spec }) => [spec.image], soon(controller));
  const addImageOf = (object: ApiObject | undefined): void => {
    const image = object?.metadata.labels?.[labels.image];
    if (image !== undefined) controller.queue.add(image);
  };
  caches.dataVolumes.onChange((_, before, after) => addImageOf(after ?? before));
  caches.dataSources.onChange((key, before, after) => {
    addImageOf(after ?? before);
    for (const image of caches.images.store.byIndex('dataSource', key))
      controller.queue.add(image.metadata.name);
  });
  return controller;
}
