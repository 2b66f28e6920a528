import type { VMImage } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { Cluster } from '@gpulease/kube';
import { dataSources, dataVolumes } from '@gpulease/kube/kubevirt';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { ChildKind } from '../kubevirt/children.ts';
import { buildDataSource, buildImport } from './golden-image.ts';
import { usableImport } from './imports.ts';
import type { GoldenImage } from './imports.ts';

/** Imports images, and clears away what was imported from a source that is not theirs any more. */
export class ImageImporter {
  private readonly disks: ChildKind<DataVolume>;
  private readonly sources: ChildKind<DataSource>;

  constructor(cluster: Cluster) {
    this.disks = new ChildKind(cluster, dataVolumes);
    this.sources = new ChildKind(cluster, dataSources);
  }

  async settle(image: VMImage, golden: GoldenImage): Promise<undefined> {
    if (isDeleting(image)) return;
    const wanted = buildImport(image);
    if (wanted === undefined) {
      await this.sources.remove(golden.leftSource);
      await this.keepOnly([], golden);
      return;
    }
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
