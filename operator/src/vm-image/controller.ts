import { labels, vmImages } from '@gpulease/crds';
import type { VMImage } from '@gpulease/crds';
import { isControlledBy } from '@gpulease/kube';
import type { ApiObject } from '@gpulease/kube';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences } from '../catalogue/controller.ts';
import { WorkloadReferences } from '../catalogue/workload-references.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { CloneRights } from './clone-rights.ts';
import { IMAGE_NAMESPACE, goldenImage } from './golden-image.ts';
import type { GoldenImage } from './imports.ts';
import { ImageImporter } from './reconcile.ts';
import { assessImage } from './status.ts';

/** Imports VM images and says whether machines can be started with them. */
export function createVMImageController(operator: Operator): Controller {
  const { caches, cluster, clock } = operator;
  const rights = new CloneRights(cluster, clock);
  const importer = new ImageImporter(cluster, rights);
  const controller: Controller = createCatalogueController(operator, {
    name: 'vm-image',
    definition: vmImages,
    informer: caches.images,
    act: (image) => importer.settle(image, readGoldenImage(caches, image)),
    assess: (image) => {
      const { name } = image.metadata;
      const golden = { ...readGoldenImage(caches, image), mayBeCloned: rights.of(name) };
      return assessImage(image, golden, workloads.of(name));
    },
  });
  const workloads = new WorkloadReferences(caches, ({ spec }) => spec.image, onReferences(controller));
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

function readGoldenImage(caches: Caches, image: VMImage): GoldenImage {
  const isOwn = (object: ApiObject): boolean => isControlledBy(object, image);
  const { name } = image.metadata;
  const dataSource = caches.dataSources.store.get(goldenImage(image));
  const own = caches.dataSources.store.get({ namespace: IMAGE_NAMESPACE, name });
  return {
    imports: caches.dataVolumes.store.byIndex('image', name).filter(isOwn),
    dataSource,
    leftSource: own !== undefined && own !== dataSource && isOwn(own) ? own : undefined,
  };
}
