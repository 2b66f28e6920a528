import type { VMImage } from '@gpulease/crds';
import { isDeleting, type Cluster } from '@gpulease/kube';
import { dataSources, dataVolumes, type DataSource, type DataVolume } from '@gpulease/kube/kubevirt';
import { unremembered, type ChildKind } from '../kubevirt/child-kind.ts';
import type { Requeue } from '../runtime/controller.ts';
import type { CloneRights } from './clone-rights.ts';
import { buildDataSource, buildImport } from './objects.ts';
import { usableImport, type GoldenDisk, type GoldenImage } from './imports.ts';

const LOOK_AGAIN: Requeue = { afterMs: 60_000 };

/** Imports images, and deletes imports from a former source or into a StorageClass that is no longer used. */
export class ImageImporter {
  private readonly disks: ChildKind<DataVolume>;
  private readonly sources: ChildKind<DataSource>;

  private readonly rights: CloneRights;

  constructor(cluster: Cluster, rights: CloneRights) {
    this.rights = rights;
    this.disks = unremembered(cluster, dataVolumes);
    this.sources = unremembered(cluster, dataSources);
  }

  async settle(image: VMImage, golden: GoldenImage): Promise<Requeue | undefined> {
    if (isDeleting(image)) return undefined;
    await this.clear(golden.left);
    if (golden.dataSource !== undefined) return this.rights.ask(image.metadata.name, golden.dataSource);
    // Its creation triggers a reconcile.
    if (!golden.hasNamespace) return undefined;
    for (const disk of golden.disks) await this.import(image, disk);
    // A failure is reported only after a delay, during which CDI may send no further event.
    return golden.disks.every((disk) => usableImport(image, disk) !== undefined) ? undefined : LOOK_AGAIN;
  }

  private async clear({ imports, dataSources }: GoldenImage['left']): Promise<void> {
    for (const source of dataSources) await this.sources.remove(source);
    for (const disk of imports) await this.disks.remove(disk);
  }

  private async import(image: VMImage, disk: GoldenDisk): Promise<void> {
    const wanted = buildImport(image, disk.storage);
    if (wanted === undefined) return;
    const isThere = disk.imports.some(({ metadata }) => metadata.name === wanted.metadata.name);
    if (!isThere) await this.disks.ensure(undefined, wanted);
    const usable = usableImport(image, disk);
    if (usable === undefined) return;
    await this.sources.ensure(disk.dataSource, buildDataSource(image, usable));
    const kept = [wanted.metadata.name, usable.metadata.name];
    for (const one of disk.imports) if (!kept.includes(one.metadata.name)) await this.disks.remove(one);
  }
}
