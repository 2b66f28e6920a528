import type { VMImage } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { Cluster } from '@gpulease/kube';
import { dataSources, dataVolumes } from '@gpulease/kube/kubevirt';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { ChildKind } from '../kubevirt/children.ts';
import type { Requeue } from '../runtime/controller.ts';
import type { CloneRights } from './clone-rights.ts';
import { buildDataSource, buildImport } from './golden-image.ts';
import { usableImport } from './imports.ts';
import type { GoldenImage } from './imports.ts';

/** Imports images, and clears away what was imported from a source that is not theirs any more. */
export class ImageImporter {
  private readonly disks: ChildKind<DataVolume>;
  private readonly sources: ChildKind<DataSource>;

  private readonly rights: CloneRights;

  constructor(cluster: Cluster, rights: CloneRights) {
    this.rights = rights;
    this.disks = new ChildKind(cluster, dataVolumes);
    this.sources = new ChildKind(cluster, dataSources);
  }

  async settle(image: VMImage, golden: GoldenImage): Promise<Requeue | undefined> {
    if (isDeleting(image)) return undefined;
    const wanted = buildImport(image);
    if (wanted === undefined) return this.leave(image, golden);
    await this.import(image, golden, wanted);
    return undefined;
  }

  /** Clears away what we imported of an image that somebody else keeps now, and asks whether theirs can be had. */
  private async leave(image: VMImage, golden: GoldenImage): Promise<Requeue | undefined> {
    await this.sources.remove(golden.leftSource);
    await this.keepOnly([], golden);
    const { dataSource } = golden;
    return dataSource === undefined ? undefined : this.rights.ask(image.metadata.name, dataSource);
  }

  private async import(image: VMImage, golden: GoldenImage, wanted: DataVolume): Promise<void> {
    const isThere = golden.imports.some(({ metadata }) => metadata.name === wanted.metadata.name);
    if (!isThere) await this.disks.ensure(undefined, wanted);
    const usable = usableImport(image, golden);
    if (usable === undefined) return;
    await this.sources.ensure(golden.dataSource, buildDataSource(image, usable.metadata.name));
    await this.keepOnly([wanted, usable], golden);
  }

  private async keepOnly(kept: DataVolume[], { imports }: GoldenImage): Promise<void> {
    const names = kept.map(({ metadata }) => metadata.name);
    for (const disk of imports) if (!names.includes(disk.metadata.name)) await this.disks.remove(disk);
  }
}
