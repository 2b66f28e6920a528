import { isDeepStrictEqual } from 'node:util';
import { labels, vmImages, vmImageSchema, type Region, type VMImage } from '@gpulease/crds';
import { isControlledBy, isDeleting, type ApiObject } from '@gpulease/kube';
import type { Caches } from '../caches.ts';
import { createCatalogueController, onReferences } from '../catalogue/controller.ts';
import { WorkloadReferences } from '../catalogue/object-counts.ts';
import type { Operator } from '../operator.ts';
import type { Controller } from '../runtime/controller.ts';
import { CloneRights } from './clone-rights.ts';
import { IMAGE_NAMESPACE, goldenImage, importClass } from './objects.ts';
import type { GoldenImage } from './imports.ts';
import { ImageImporter } from './reconcile.ts';
import { assessImage } from './status.ts';
import { activeClasses, namedClasses, presentClasses, storageOfClass } from './storage-classes.ts';

/** Imports VM images and reports whether machines can be started with them. */
export function createVMImageController(operator: Operator): Controller {
  const { caches, cluster, clock } = operator;
  const rights = new CloneRights(cluster, clock);
  const importer = new ImageImporter(cluster, rights);
  const controller: Controller = createCatalogueController(operator, {
    name: 'vm-image',
    definition: vmImages,
    schema: vmImageSchema,
    informer: caches.images,
    act: async (image) =>
      hasNoCdi(caches) ? undefined : importer.settle(image, readGoldenImage(caches, image, clock.now())),
    assess: (image, now) => {
      const { name } = image.metadata;
      const golden = {
        ...readGoldenImage(caches, image, now),
        mayBeCloned: rights.of(name),
        hasNoCdi: hasNoCdi(caches),
      };
      return assessImage(image, golden, workloads.of(name));
    },
  });
  const addAll = (): void => {
    for (const { metadata } of caches.images.store.list()) controller.queue.add(metadata.name);
  };
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
  caches.regions.onChange((_, before, after) => {
    const [was, is] = [before, after].map((region) => region && [region.spec.state, region.spec.storage]);
    if (!isDeepStrictEqual(was, is)) addAll();
  });
  // A class that is added, removed or made the default may be the one that a region needs.
  caches.storageClasses.onChange(addAll);
  caches.namespaces.onChange((name) => {
    if (name === IMAGE_NAMESPACE) addAll();
  });
  caches.onSoftwareChange(addAll);
  return controller;
}

function hasNoCdi(caches: Caches): boolean {
  return caches.missingSoftware().includes('CDI');
}

function readGoldenImage(caches: Caches, image: VMImage, now: Date): GoldenImage {
  const isOwn = (object: ApiObject): boolean => isControlledBy(object, image);
  const { name } = image.metadata;
  const imports = caches.dataVolumes.store.byIndex('image', name).filter(isOwn);
  const sources = caches.dataSources.store.byIndex('image', name).filter(isOwn);
  const namespace = caches.namespaces.store.get({ name: IMAGE_NAMESPACE });
  const hasNamespace = namespace !== undefined && !isDeleting(namespace);
  const { dataSource } = image.spec.source;
  if (dataSource !== undefined) {
    const left = { imports, dataSources: sources };
    const theirs = caches.dataSources.store.get(dataSource);
    return { now, disks: [], left, hasNamespace, dataSource: theirs };
  }
  const regions = caches.regions.store.list();
  const { there, missing } = presentClasses(activeClasses(regions), caches.storageClasses.store.list());
  const disks = there.map((className) => ({
    storage: storageOfClass(regions, className),
    imports: imports.filter((disk) => importClass(disk) === className),
    dataSource: caches.dataSources.store.get(goldenImage(image, className)),
  }));
  const left = unneeded(image, regions, { imports, dataSources: sources });
  return { now, disks, left, hasNamespace, missingClasses: missing };
}

/** Returns imports whose class no region uses; none without any region, because its needs are unknown. */
function unneeded(
  image: VMImage,
  regions: readonly Region[],
  made: GoldenImage['left'],
): GoldenImage['left'] {
  if (regions.length === 0) return { imports: [], dataSources: [] };
  const classes = namedClasses(regions);
  const names = classes.map((className) => goldenImage(image, className).name);
  return {
    imports: made.imports.filter((disk) => !classes.includes(importClass(disk))),
    dataSources: made.dataSources.filter(({ metadata }) => !names.includes(metadata.name)),
  };
}
